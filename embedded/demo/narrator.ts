import { setTimeout as delay } from 'node:timers/promises'
import { StackError } from '../stack-error.js'

const PATIENCE_MS = 120_000
const POLL_MS = 150
const WHERE_WIDTH = 33

/** Prints on the terminal what the demo does, and what follows. */
export class Narrator {
  #scenes = 0

  scene(title: string): void {
    this.#scenes += 1
    console.log(`\n${this.#scenes}. ${title}`)
  }

  /** Prints a line: where something happened, such as the call of the API, and what. */
  say(where: string, what: string): void {
    console.log(`   ${where.padEnd(WHERE_WIDTH)} ${what}`)
  }

  /**
   * Reads until the value is there or true, prints `what` and the time that it took, and returns the value. Throws
   * StackError after two minutes, which are enough on a busy machine.
   */
  async until<T>(where: string, what: string, read: () => Promise<T | undefined | false>): Promise<T> {
    const began = performance.now()
    for (;;) {
      const found = await read()
      const elapsedMs = performance.now() - began
      if (found !== undefined && found !== false) {
        this.say(where, `${what} (${(elapsedMs / 1_000).toFixed(1)} s)`)
        return found
      }
      if (elapsedMs > PATIENCE_MS) throw new StackError(`Timed out after two minutes. ${where} should show: ${what}`)
      await delay(POLL_MS)
    }
  }
}
