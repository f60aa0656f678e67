import PlayerCore
import Testing

@testable import PlayerRuntime

@Suite("Languages")
struct LanguageTagTests {
  @Test(
    "a language has one tag, whatever code its container uses",
    arguments: [
      ("fr", "fr"), ("fra", "fr"), ("fre", "fr"), ("FRE", "fr"), ("de", "de"), ("deu", "de"), ("ger", "de"),
      ("eng", "en"), ("zho", "zh"), ("chi", "zh"), ("ces", "cs"), ("cze", "cs"), ("roh", "rm"), ("gsw", "gsw"),
      ("fr-ch", "fr-CH"), ("fr_CA", "fr-CA"), ("por-BR", "pt-BR"), ("ger-AT", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"),
      ("iw", "he"), ("mul", "mul"), ("zxx", "zxx"), ("qaa", "qaa"), (" fra ", "fr"),
      ("Français (Canada)", "Français (Canada)"),
    ])
  func tags(_ code: String, _ tag: String) throws {
    #expect(try #require(LanguageTag(code)).identifier == tag)
  }

  @Test("every bibliographic code means the language of its terminological one")
  func bibliographic() {
    let pairs = [
      ("alb", "sqi"), ("arm", "hye"), ("baq", "eus"), ("bur", "mya"), ("chi", "zho"), ("cze", "ces"), ("dut", "nld"),
      ("fre", "fra"), ("geo", "kat"), ("ger", "deu"), ("gre", "ell"), ("ice", "isl"), ("mac", "mkd"), ("mao", "mri"),
      ("may", "msa"), ("per", "fas"), ("rum", "ron"), ("slo", "slk"), ("tib", "bod"), ("wel", "cym"), ("scc", "srp"),
      ("scr", "hrv"),
    ]
    for (bibliographic, terminological) in pairs {
      let tag = LanguageTag(bibliographic)
      #expect(tag != nil && tag == LanguageTag(terminological) && tag?.identifier.count == 2, "\(bibliographic)")
    }
  }

  @Test("an unknown language has no tag", arguments: ["", " ", "und", "UND", "und-Latn"])
  func unknown(_ code: String) {
    #expect(LanguageTag(code) == nil && IdentifierTable().language(code) == .none)
  }

  @Test("hostile codes are kept as they are", arguments: ["-", "x", "\u{0}fr", String(repeating: "a-", count: 10_000)])
  func hostile(_ code: String) {
    #expect(LanguageTag(code)?.identifier == code)
  }

  @Test("regions and scripts do not change the language")
  func sameLanguage() throws {
    let brazilian = try #require(LanguageTag("pt-BR"))
    #expect(brazilian.languageCode == "pt")
    #expect(brazilian.isSameLanguage(as: try #require(LanguageTag("por"))))
    #expect(!brazilian.isSameLanguage(as: try #require(LanguageTag("pol"))))
  }

  @Test("a library has one number per language")
  func numbers() {
    let library = IdentifierTable()
    #expect(library.language("fra") == library.language("fre") && library.language("fra") == library.text("fr"))
  }
}
