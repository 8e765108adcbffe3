import { readdirSync, readFileSync } from 'node:fs'

/** What one process uses: processor time since its start in ms, and resident memory in MB. */
export interface ProcessUse {
  cpuMs: number
  memoryMb: number
}

/** Processes by the names under which results list them; null: not running. */
export type Processes = Readonly<Record<string, number | null>>

// Linux counts processor time in ticks of 10 ms for every program, and pages of memory of 4 KiB on x86 and most ARM.
const TICK_MS = 10
const PAGE_BYTES = 4_096

/** Reads the line of /proc/<pid>/stat. The name of the program stands in parentheses, and may hold any character. */
export function parseStat(line: string): ProcessUse & { parent: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // proc(5) counts from the process id on: its field n is the entry n - 3 here.
  const field = (number: number): number => Number(fields[number - 3])
  return {
    parent: field(4),
    cpuMs: (field(14) + field(15)) * TICK_MS,
    memoryMb: (field(24) * PAGE_BYTES) / 2 ** 20,
  }
}

/** What each process uses, with the processes that it started (Linux alone). One that does not run uses nothing. */
export function useOf(processes: Processes): Record<string, ProcessUse> {
  const running = new Map(readdirSync('/proc').filter(isPid).flatMap(statOf))
  const sum = (pid: number): ProcessUse => {
    const usage = running.get(pid) ?? { cpuMs: 0, memoryMb: 0 }
    const children = [...running].filter(([, { parent }]) => parent === pid).map(([child]) => sum(child))
    return {
      cpuMs: children.reduce((total, { cpuMs }) => total + cpuMs, usage.cpuMs),
      memoryMb: children.reduce((total, { memoryMb }) => total + memoryMb, usage.memoryMb),
    }
  }
  return mapValues(processes, (pid) => (pid === null ? { cpuMs: 0, memoryMb: 0 } : sum(pid)))
}

/** The present memory of a process alone, in MB (Linux alone). */
export function memoryMb(pid: number | null): number {
  return statusMb(pid, 'VmRSS')
}

/** The peak memory of a process so far, in MB (Linux alone). */
export function peakMemoryMb(pid: number | null): number {
  return statusMb(pid, 'VmHWM')
}

/** The same keys with other values. */
export function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, change(value, key as Key)])
  return Object.fromEntries(entries) as Record<Key, To>
}

function statusMb(pid: number | null, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_024)
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name)
}

function statOf(pid: string): [number, ReturnType<typeof parseStat>][] {
  try {
    return [[Number(pid), parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]]
  } catch {
    // The process has ended since the folder was listed.
    return []
  }
}
