"""Translates GStreamer's errors to TapeDeck's failures."""

from gi.repository import Gst

HTTP = {
    400: "httpBadRequest",
    401: "httpUnauthorized",
    403: "httpForbidden",
    404: "httpNotFound",
    429: "httpTooManyRequests",
}

# Domain and code of an error; without a code: all other errors of the domain.
KINDS = {
    ("resource", int(Gst.ResourceError.NOT_FOUND)): "notFound",
    ("resource", int(Gst.ResourceError.NOT_AUTHORIZED)): "notPermitted",
    ("resource", int(Gst.ResourceError.SEEK)): "rangeRequired",
    ("resource", None): "io",
    ("stream", int(Gst.StreamError.TYPE_NOT_FOUND)): "invalidData",
    ("stream", int(Gst.StreamError.WRONG_TYPE)): "formatUnsupported",
    ("stream", int(Gst.StreamError.CODEC_NOT_FOUND)): "formatUnsupported",
    ("stream", int(Gst.StreamError.DEMUX)): "invalidData",
    ("stream", int(Gst.StreamError.DECRYPT)): "keyMissing",
    ("stream", int(Gst.StreamError.DECRYPT_NOKEY)): "keyMissing",
    ("stream", None): "invalidData",
    ("core", int(Gst.CoreError.MISSING_PLUGIN)): "protocolUnsupported",
}


def failure(error, http_status=None):
    """The fields of `failed` for a `GLib.Error`.

    `http_status` is the server's last status; 0 if there was no answer, `None` without a server. `detail` is that
    status, or else the code of the error.
    """
    text = error.message
    if http_status == 0:
        return {"failure": "connect", "detail": error.code, "text": text}
    if http_status is not None and http_status >= 300:
        return {"failure": _http(http_status), "detail": http_status, "text": text}
    if http_status is not None and (error.domain, error.code) == ("gst-stream-error-quark", int(Gst.StreamError.FAILED)):
        # "Internal data stream error": a transfer from a server broke off.
        return {"failure": "io", "detail": error.code, "text": text}
    domain = error.domain.removeprefix("gst-").removesuffix("-error-quark")
    kind = KINDS.get((domain, error.code)) or KINDS.get((domain, None), "unknown")
    return {"failure": kind, "detail": error.code, "text": text}


def _http(status):
    if status < 400:
        return "tooManyRedirects"
    return HTTP.get(status) or ("httpClientError" if status < 500 else "httpServerError")
