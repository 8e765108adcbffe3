import { BroadcastChannel } from 'node:worker_threads'
import { newId } from '../ids.js'

/** A number that a process sets and its threads read; a thread gets it with its data. */
export interface SharedNumber {
  memory: Int32Array
  /** The channel on which the threads learn of a change. */
  channel: string
}

/** The side of a process, which sets the number for the threads that run and for those that start later. */
export interface NumberForThreads {
  readonly shared: SharedNumber
  readonly value: number
  set(value: number): void
}

/** Creates a number that threads follow. */
export function shareNumber(initial: number): NumberForThreads {
  const memory = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  memory[0] = initial
  const shared = { memory, channel: newId() }
  const channel = new BroadcastChannel(shared.channel)
  channel.unref()
  return {
    shared,
    get value() {
      return readNumber(shared)
    },
    set(value) {
      if (value === readNumber(shared)) return
      Atomics.store(memory, 0, value)
      channel.postMessage(null)
    },
  }
}

/** The number now. */
export function readNumber({ memory }: SharedNumber): number {
  return Atomics.load(memory, 0)
}

/** Calls `onChange` with the number after each change, until the thread ends. */
export function followNumber(shared: SharedNumber, onChange: (value: number) => void): void {
  const channel = new BroadcastChannel(shared.channel)
  channel.unref()
  channel.addEventListener('message', () => onChange(readNumber(shared)))
  // It may have changed since the caller read it.
  onChange(readNumber(shared))
}
