import { useState } from 'react'
import { readWallTime, wallTimeAt, type WallTime, type WallTimeReading } from './zones.js'

/** The input of a field for a moment, and its meaning so far. */
export interface TypedMoment extends WallTime {
  zone: string
  reading: WallTimeReading
  /** The moment; null while it is incomplete, or while two moments are to be chosen from. */
  at: string | null
}

/** Keeps what is typed for a moment, which may not be a moment yet. Another `value` from outside replaces it. */
export function useDateTime(
  value: string | null,
  zone: string,
  onChange: (at: string | null) => void,
): { typed: TypedMoment; change: (part: Partial<WallTime & { zone: string }>) => void; choose: (at: string) => void } {
  const [typed, setTyped] = useState(() => shown(value, zone))
  if (value !== typed.at) setTyped(value === null ? { ...typed, at: null } : shown(value, typed.zone))
  const set = (next: TypedMoment): void => {
    setTyped(next)
    if (next.at !== typed.at) onChange(next.at)
  }
  return {
    typed,
    change: (part) => set(read({ ...typed, ...part })),
    choose: (at) => set({ ...typed, at }),
  }
}

function shown(at: string | null, zone: string): TypedMoment {
  if (at === null) return { date: '', time: '', zone, reading: { kind: 'none' }, at }
  return { ...read({ ...wallTimeAt(at, zone), zone }), at }
}

function read({ date, time, zone }: WallTime & { zone: string }): TypedMoment {
  const reading = readWallTime({ date, time }, zone)
  return { date, time, zone, reading, at: reading.kind === 'once' ? reading.at : null }
}
