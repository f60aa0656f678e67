import { describe } from "./description.js"
import { makeTapeDeck } from "./player.js"

/** The package over a compiled module: it describes itself. */
export function open(module) {
  return makeTapeDeck(module, describe(module))
}
