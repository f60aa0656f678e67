// A small player as a Boost.MSM state machine: the peer that TapeDeck's reducer is compared with.
//
// It receives the inputs that TapeDeck receives, in the same order, and keeps what it needs to find the same playback
// states: epoch, intent, buffer, anchor, pending seek. It has no watchdogs except the probe, no configuration, no
// completions and no trace; it is meant to be about as much as one would write by hand.
//
// Prints nanoseconds per event, the best of several runs, and how often the playback state changed.

#define BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS
#define BOOST_MPL_LIMIT_VECTOR_SIZE 50
#define BOOST_MPL_LIMIT_MAP_SIZE 50

#include <boost/msm/back/state_machine.hpp>
#include <boost/msm/front/functor_row.hpp>
#include <boost/msm/front/state_machine_def.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// One input as it appears in the file: see Vocabulary in PlayerCore for the numbers.
struct Message {
    std::int64_t instant = 0;
    int code = 0;
    std::array<std::int64_t, 12> field{};
};

// MARK: Events

struct Event { const Message &message; };
template <int Code> struct Kind : Event { explicit Kind(const Message &m) : Event{m} {} };

using Deadline = Kind<0>;
using Load = Kind<1>;
using Play = Kind<3>;
using Pause = Kind<4>;
using Seek = Kind<9>;
using SetRate = Kind<10>;
using SetVolume = Kind<11>;
using SetMuted = Kind<12>;
using InterruptionBegan = Kind<65>;
using InterruptionEnded = Kind<66>;
using RouteChanged = Kind<67>;
using Opened = Kind<129>;
using Buffered = Kind<137>;
using Starved = Kind<139>;
using Started = Kind<140>;
using Stopped = Kind<141>;
using PositionReported = Kind<142>;
using SeekCompleted = Kind<143>;
using Ended = Kind<145>;

// MARK: Outputs

enum class Command { open, close, play, pause, seek, setVolume, reportPosition };

struct Output {
    Command command;
    std::int64_t epoch;
    std::int64_t argument;
};

// MARK: The machine

namespace front = boost::msm::front;
namespace mpl = boost::mpl;
using front::none;
using front::Row;

struct Definition : front::state_machine_def<Definition> {
    // What a state machine library would call extended state.
    std::vector<Output> outputs;
    std::int64_t epoch = 0, serial = 0, now = 0;
    std::int64_t anchor = 0, anchoredAt = 0, rate = 1000, target = 0, duration = 0;
    std::int64_t bufferedUntil = 0, probedAt = 0, left = 1000, right = 1000;
    bool wantsPlay = false, isInterrupted = false, isOpen = false, isSeeking = false, isDriving = false;
    bool isPlayable = false, isStalled = false, isMuted = false;
    long changes = 0;

    void say(Command command, std::int64_t argument = 0) { outputs.push_back({command, epoch, argument}); }

    std::int64_t position() const {
        if (isSeeking) return target;
        if (!isDriving) return anchor;
        return std::min(anchor + (now - anchoredAt) * rate / 1000, std::max(duration, anchor));
    }

    void rest(std::int64_t where) { anchor = where; anchoredAt = now; isDriving = false; }
    bool mayRun() const { return isOpen && !isSeeking && isPlayable && wantsPlay && !isInterrupted; }

    /// Starts or stops the engine to match the intent.
    void steer() {
        if (mayRun() && !isDriving) {
            isDriving = true;
            anchoredAt = probedAt = now;
            say(Command::play, rate);
        } else if (!mayRun() && isDriving) {
            rest(position());
            say(Command::pause);
        }
    }

    void buffer(std::int64_t until, bool isSaturated) {
        if (isSeeking) return;
        bufferedUntil = until;
        const auto enough = isStalled ? 2'000'000 : 1'000'000;
        if (isSaturated || until - position() >= enough) { isPlayable = true; isStalled = false; }
    }

    std::int64_t nextDeadline() const { return isDriving ? probedAt + 10'000'000 : never; }

    // States: the playback states a user sees. Entering one counts as a change.
    struct Counted : front::state<> {
        template <class E, class F> void on_entry(const E &, F &f) { f.changes++; }
    };
    struct Idle : Counted { template <class E, class F> void on_entry(const E &, F &) {} };
    struct Preparing : Counted {};
    struct Playing : Counted {};
    struct Seeking : Counted {};
    struct Paused : Counted {};
    struct Stalled : Counted {};
    struct AtEnd : Counted {};
    using initial_state = Idle;

    // Actions.
    struct OpenItem {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            if (f.epoch) f.say(Command::close);
            f.epoch++;
            f.wantsPlay = e.message.field[7] != 0;
            f.isOpen = f.isSeeking = f.isPlayable = f.isStalled = f.isInterrupted = false;
            f.rest(0);
            f.say(Command::open, e.message.field[1]);
            f.say(Command::setVolume, f.left);
        }
    };
    struct TakeOpened {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.isOpen = true;
            f.duration = e.message.field[1];
            f.steer();
        }
    };
    struct TakeBuffered {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.buffer(e.message.field[1], e.message.field[3] != 0);
            f.steer();
        }
    };
    struct TakePosition {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.anchor = e.message.field[1];
            f.anchoredAt = f.now;
        }
    };
    struct TakeStarved {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.rest(e.message.field[1]);
            f.isPlayable = false;
            f.isStalled = true;
        }
    };
    struct TakeLanding {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.isSeeking = false;
            f.rest(e.message.field[2]);
            f.steer();
        }
    };
    struct BeginSeek {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            const auto origin = e.message.field[1] == 1 ? f.position() : 0;
            f.rest(f.position());
            f.target = std::max<std::int64_t>(0, std::min(f.duration, origin + e.message.field[2]));
            f.isSeeking = true;
            f.isPlayable = false;
            f.say(Command::seek, ++f.serial);
        }
    };
    /// Returns silently to the beginning: the state does not change until the playhead moves.
    struct StartOver {
        template <class E, class F, class S, class T> void operator()(const E &, F &f, S &, T &) {
            f.wantsPlay = true;
            f.target = 0;
            f.isSeeking = true;
            f.isPlayable = false;
            f.say(Command::seek, ++f.serial);
        }
    };
    struct Want {
        template <class E, class F, class S, class T> void operator()(const E &, F &f, S &, T &) {
            f.wantsPlay = true;
            f.isInterrupted = false;
            f.steer();
        }
    };
    struct Hold {
        template <class E, class F, class S, class T> void operator()(const E &, F &f, S &, T &) {
            f.wantsPlay = false;
            f.isInterrupted = false;
            f.steer();
        }
    };
    struct Interrupt {
        template <class E, class F, class S, class T> void operator()(const E &, F &f, S &, T &) {
            f.isInterrupted = true;
            f.steer();
        }
    };
    struct Resume {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.isInterrupted = false;
            if (!e.message.field[0]) f.wantsPlay = false;
            f.steer();
        }
    };
    struct ChangeRate {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.anchor = f.position();
            f.anchoredAt = f.now;
            f.rate = e.message.field[1];
            if (f.isDriving) f.say(Command::play, f.rate);
        }
    };
    struct ChangeVolume {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.left = e.message.field[1];
            f.right = e.message.field[2];
            f.say(Command::setVolume, f.left);
        }
    };
    struct ChangeMuted {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.isMuted = e.message.field[1] != 0;
            f.say(Command::setVolume, f.left);
        }
    };
    struct Probe {
        template <class E, class F, class S, class T> void operator()(const E &, F &f, S &, T &) {
            if (f.now < f.nextDeadline()) return;
            f.probedAt = f.now;
            f.say(Command::reportPosition);
        }
    };
    struct ReachEnd {
        template <class E, class F, class S, class T> void operator()(const E &e, F &f, S &, T &) {
            f.rest(e.message.field[1]);
        }
    };

    // Guards.
    struct IsCurrent {
        template <class E, class F, class S, class T> bool operator()(const E &e, F &f, S &, T &) {
            return e.message.field[0] == f.epoch;
        }
    };
    struct IsExpected {
        template <class E, class F, class S, class T> bool operator()(const E &e, F &f, S &, T &) {
            return e.message.field[0] == f.epoch && f.isDriving;
        }
    };
    struct IsLanding {
        template <class E, class F, class S, class T> bool operator()(const E &e, F &f, S &, T &) {
            return e.message.field[0] == f.epoch && f.isSeeking && e.message.field[1] == f.serial;
        }
    };
    struct IsLandingOnHold {
        template <class E, class F, class S, class T> bool operator()(const E &e, F &f, S &s, T &t) {
            return IsLanding()(e, f, s, t) && (!f.wantsPlay || f.isInterrupted);
        }
    };
    struct IsPulled {
        template <class E, class F, class S, class T> bool operator()(const E &e, F &, S &, T &) {
            return e.message.field[0] == 2;
        }
    };
    struct IsReady {
        template <class E, class F, class S, class T> bool operator()(const E &, F &f, S &, T &) {
            return f.isOpen && !f.isSeeking;
        }
    };

    // Rows are tried from the last to the first.
    struct transition_table : mpl::vector<
        Row<Idle, Load, Preparing, OpenItem, none>,
        Row<Preparing, Load, none, OpenItem, none>,
        Row<Playing, Load, Preparing, OpenItem, none>,
        Row<Seeking, Load, Preparing, OpenItem, none>,
        Row<Paused, Load, Preparing, OpenItem, none>,
        Row<Stalled, Load, Preparing, OpenItem, none>,
        Row<AtEnd, Load, Preparing, OpenItem, none>,
        Row<Preparing, Opened, none, TakeOpened, IsCurrent>,
        Row<Preparing, Started, Playing, TakePosition, IsExpected>,
        Row<Preparing, Seek, Seeking, BeginSeek, IsReady>,
        Row<Preparing, Pause, Paused, Hold, IsReady>,
        Row<Preparing, InterruptionBegan, Paused, Interrupt, IsReady>,
        Row<Preparing, RouteChanged, Paused, Hold, IsPulled>,
        Row<Playing, Started, none, TakePosition, IsExpected>,
        Row<Playing, Pause, Paused, Hold, none>,
        Row<Playing, InterruptionBegan, Paused, Interrupt, none>,
        Row<Playing, RouteChanged, Paused, Hold, IsPulled>,
        Row<Playing, Starved, Stalled, TakeStarved, IsCurrent>,
        Row<Playing, Ended, AtEnd, ReachEnd, IsCurrent>,
        Row<Playing, Seek, Seeking, BeginSeek, none>,
        Row<Stalled, Started, Playing, TakePosition, IsExpected>,
        Row<Stalled, Pause, Paused, Hold, none>,
        Row<Stalled, InterruptionBegan, Paused, Interrupt, none>,
        Row<Stalled, RouteChanged, Paused, Hold, IsPulled>,
        Row<Stalled, Seek, Seeking, BeginSeek, none>,
        Row<Seeking, Seek, none, BeginSeek, none>,
        Row<Seeking, SeekCompleted, none, TakeLanding, IsLanding>,
        Row<Seeking, SeekCompleted, Paused, TakeLanding, IsLandingOnHold>,
        Row<Seeking, Started, Playing, TakePosition, IsExpected>,
        Row<Seeking, Pause, Paused, Hold, IsReady>,
        Row<Seeking, InterruptionBegan, Paused, Interrupt, IsReady>,
        Row<Seeking, RouteChanged, Paused, Hold, IsPulled>,
        Row<Paused, Started, Playing, TakePosition, IsExpected>,
        Row<Paused, Seek, Seeking, BeginSeek, none>,
        Row<AtEnd, Seek, Seeking, BeginSeek, none>,
        Row<AtEnd, Play, none, StartOver, none>,
        Row<AtEnd, Pause, none, none, none>,
        Row<AtEnd, SeekCompleted, none, TakeLanding, IsLanding>,
        Row<AtEnd, Started, Playing, TakePosition, IsExpected>> {};

    struct internal_transition_table : mpl::vector<
        front::Internal<Buffered, TakeBuffered, IsCurrent>,
        front::Internal<PositionReported, TakePosition, IsExpected>,
        front::Internal<Play, Want, none>,
        front::Internal<Pause, Hold, none>,
        front::Internal<InterruptionBegan, Interrupt, none>,
        front::Internal<InterruptionEnded, Resume, none>,
        front::Internal<SetRate, ChangeRate, none>,
        front::Internal<SetVolume, ChangeVolume, none>,
        front::Internal<SetMuted, ChangeMuted, none>,
        front::Internal<Deadline, Probe, none>> {};

    template <class F, class E> void no_transition(const E &, F &, int) {}
};

using Machine = boost::msm::back::state_machine<Definition>;

/// Passes one input to the machine. Kinds that this player ignores end here.
void receive(Machine &machine, const Message &message) {
    machine.outputs.clear();
    machine.now = std::max(machine.now, message.instant);
    switch (message.code) {
        case 0: machine.process_event(Deadline(message)); break;
        case 1: machine.process_event(Load(message)); break;
        case 3: machine.process_event(Play(message)); break;
        case 4: machine.process_event(Pause(message)); break;
        case 9: machine.process_event(Seek(message)); break;
        case 10: machine.process_event(SetRate(message)); break;
        case 11: machine.process_event(SetVolume(message)); break;
        case 12: machine.process_event(SetMuted(message)); break;
        case 65: machine.process_event(InterruptionBegan(message)); break;
        case 66: machine.process_event(InterruptionEnded(message)); break;
        case 67: machine.process_event(RouteChanged(message)); break;
        case 129: machine.process_event(Opened(message)); break;
        case 137: machine.process_event(Buffered(message)); break;
        case 139: machine.process_event(Starved(message)); break;
        case 140: machine.process_event(Started(message)); break;
        case 141: machine.process_event(Stopped(message)); break;
        case 142: machine.process_event(PositionReported(message)); break;
        case 143: machine.process_event(SeekCompleted(message)); break;
        case 145: machine.process_event(Ended(message)); break;
        default: break;
    }
}

std::vector<Message> read(const char *path) {
    std::vector<Message> messages;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Message message;
        words >> message.instant >> message.code;
        for (auto &field : message.field)
            if (!(words >> field)) { field = 0; break; }
        messages.push_back(message);
    }
    return messages;
}

}  // namespace

int main(int count, char **arguments) {
    if (count != 2) {
        std::fputs("usage: msm MIX\n", stderr);
        return 2;
    }
    const auto messages = read(arguments[1]);
    if (messages.empty()) return 1;
    double best = 1e300;
    long changes = 0;
    std::int64_t checksum = 0;
    for (int run = 0; run < 20; run++) {
        Machine machine;
        machine.outputs.reserve(16);
        machine.start();
        const auto began = std::chrono::steady_clock::now();
        for (const auto &message : messages) {
            receive(machine, message);
            checksum += static_cast<std::int64_t>(machine.outputs.size()) ^ machine.nextDeadline();
        }
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - began;
        best = std::min(best, spent.count() / static_cast<double>(messages.size()));
        changes = machine.changes;
    }
    std::printf("%.2f %ld\n", best, changes);
    std::fprintf(stderr, "%s", checksum == 42 ? " " : "");
    return 0;
}
