/* A small player and its engine for SPIN: what the scopes of `tapedeck explore` are about, in as few words as Promela
 * takes. An app asks, an engine is free to answer in any order, time passes in seconds, deadlines fire.
 *
 *   spin -a player.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m100000
 */
#define LENGTH 9

mtype = { absent, opening, prepared, ended, failed };
mtype = { none, some, all };

/* The player. */
mtype phase = absent;
bool wantsPlay, isMoving, isSeeking, isSeen, isInterrupted, isInBackground, hasNetwork = true;
byte anchor, target, retries, reloads, waited, probed, shownData;
/* The engine. */
mtype data = none;
byte place, goal;
bool isOpening, isOpen, runs, starts, seeks, asked;
byte stops;

/* What a player does after every step: starts and stops the engine as it should be. */
inline steer() {
  if
  :: phase == prepared && wantsPlay && !isMoving && !isSeeking && !isInterrupted && !isInBackground && !starts ->
     starts = true; waited = 0
  :: phase == prepared && (isMoving || starts) && (!wantsPlay || isInterrupted || isInBackground) ->
     isMoving = false; starts = false; runs = false; anchor = place; stops = (stops < 1 -> stops + 1 : stops)
  :: else -> skip
  fi
}

inline forget() {
  isMoving = false; isSeeking = false; isSeen = false; anchor = 0; target = 0; waited = 0; probed = 0; shownData = 0;
  data = none; place = 0; goal = 0; isOpening = false; isOpen = false; runs = false; starts = false; seeks = false;
  asked = false; stops = 0
}

inline open() { forget(); phase = opening; isOpening = true }

inline fail() {
  if
  :: retries < 2 -> retries++; open()
  :: else -> forget(); phase = failed
  fi
}

inline seek(where) {
  isSeeking = true; isSeen = true; target = where; isMoving = false; starts = false; runs = false; seeks = true;
  goal = where; data = none; shownData = 0; waited = 0
}

active proctype world() {
  do
  /* The app. */
  :: atomic { stops == 0 -> retries = 0; reloads = 0; open(); wantsPlay = true }
  :: atomic { stops == 0 && phase != absent -> forget(); phase = absent; wantsPlay = false; retries = 0; reloads = 0 }
  :: atomic { stops == 0 && !wantsPlay -> wantsPlay = true; steer() }
  :: atomic { stops == 0 && wantsPlay -> wantsPlay = false; steer() }
  :: atomic { stops == 0 && phase == prepared -> seek(0) }
  :: atomic { stops == 0 && phase == prepared -> seek(LENGTH / 2) }
  :: atomic { stops == 0 && phase == prepared -> seek(LENGTH) }
  /* What is around it. */
  :: atomic { stops == 0 && !isInterrupted -> isInterrupted = true; steer() }
  :: atomic { stops == 0 && isInterrupted -> isInterrupted = false; steer() }
  :: atomic { stops == 0 && !isInBackground -> isInBackground = true; steer() }
  :: atomic { stops == 0 && isInBackground -> isInBackground = false; steer() }
  :: atomic { stops == 0 && hasNetwork -> hasNetwork = false }
  :: atomic { stops == 0 && !hasNetwork && reloads < 2 -> hasNetwork = true;
       if :: phase == opening || phase == failed -> reloads++; open() :: else -> skip fi }
  /* The engine. */
  :: atomic { isOpening && hasNetwork -> isOpening = false; isOpen = true; phase = prepared; steer() }
  :: atomic { isOpening || isOpen -> fail() }
  :: atomic { isOpen && stops > 0 -> stops--; anchor = place }
  :: atomic { isOpen && seeks -> seeks = false; place = goal; anchor = goal; isSeeking = false; isSeen = false; steer() }
  :: atomic { isOpen && seeks -> seeks = false; anchor = place; isSeeking = false; isSeen = false; steer() }
  :: atomic { isOpen && !seeks && data != all && hasNetwork -> data = all; shownData = 2 }
  :: atomic { isOpen && !seeks && data == none -> data = some; shownData = 1 }
  :: atomic { isOpen && starts && data != none && !seeks -> starts = false; runs = true; isMoving = true; anchor = place }
  :: atomic { isOpen && runs && data != all -> runs = false; isMoving = false; anchor = place; data = none; shownData = 0; steer() }
  :: atomic { isOpen && runs && place == LENGTH -> runs = false; isMoving = false; phase = ended; anchor = place }
  :: atomic { isOpen && asked -> asked = false; anchor = place; probed = 0 }
  :: atomic { isOpen && runs -> runs = false; isMoving = false; anchor = place; steer() }
  /* Time. */
  :: atomic { runs && place < LENGTH && probed < 2 -> place++; probed++ }
  :: atomic { runs && probed == 2 -> asked = true; probed = 0 }
  :: atomic { (isOpening || seeks || starts) && waited < 3 -> waited++ }
  :: atomic { (isOpening || seeks || starts) && waited == 3 -> fail() }
  od
}
