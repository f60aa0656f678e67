/**
 * TapeDeck: the decisions of a media player as a library. It plays nothing: your engine does, and this library tells it
 * when to open, play, pause, seek and close, from what the app, the engine and the machine report.
 *
 * Use a handle from one thread at a time. Different handles are independent, and nothing is global.
 *
 * Times are microseconds in 64-bit integers: instants on your clock, positions in the media, durations.
 */
#ifndef TAPEDECK_H
#define TAPEDECK_H

#include <tapedeck/base.h>
#include <tapedeck/describe.h>
#include <tapedeck/message.h>
#include <tapedeck/player.h>
#include <tapedeck/record.h>
#include <tapedeck/snapshot.h>
#include <tapedeck/vocabulary.h>

#endif
