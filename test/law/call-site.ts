import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { findSourceMap, SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mongoose from 'mongoose'

/** What is given for a command that no frame of the project's code leads to. */
export const UNKNOWN = 'unknown'

type Method = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Method>

// The frames between a query and its caller are few. A command runs below those of Mongoose and of the driver.
const FRAMES_OF_QUERY = 12
const FRAMES_OF_COMMAND = 60
// Code that others run their commands by.
const HELPERS = [
  /^runtime\//,
  /^models\//,
  /^test\/law\/(?!law\.test)/,
  /^commands\/base\/jobs\/advance-job/,
  /^commands\/base\/outbox\/set-off/,
  /^commands\/base\/records\/project-state/,
]
const STATICS = [
  'aggregate',
  'bulkWrite',
  'countDocuments',
  'create',
  'deleteMany',
  'deleteOne',
  'distinct',
  'exists',
  'find',
  'findById',
  'findOne',
  'findOneAndDelete',
  'findOneAndUpdate',
  'insertMany',
  'updateMany',
  'updateOne',
]

/** A stack that is not formatted: its lines of source are looked up once each, which costs far more than the stack. */
interface Captured {
  stack?: unknown
}

const callers = new WeakMap<object, Captured>()
const running = new AsyncLocalStorage<Captured | undefined>()
const maps = new Map<string, SourceMap | null>()
// By the place in the code that runs, as `/folder/file.js:12:30`. Null where the code is not of the project.
const sites = new Map<string, string | null>()

/**
 * Lets `callSite` find the callers of Mongoose's queries. A query runs when it is awaited, and then no stack leads back
 * to its caller.
 */
export function noteCallers(): void {
  for (const name of STATICS) wrap(mongoose.Model as unknown as Methods, name, noteCaller)
  for (const { prototype } of [mongoose.Query, mongoose.Aggregate]) {
    const methods = prototype as unknown as Methods
    wrap(methods, 'exec', runForCaller)
    wrap(methods, 'cursor', runForCaller)
  }
}

/**
 * The line of the project's code that runs the command of the caller, as `commands/base/jobs/advance-job.ts:120`: the
 * innermost outside of `runtime/` and `models/`, which run commands for others.
 */
export function callSite(root: string): string {
  for (const captured of [running.getStore(), capture(FRAMES_OF_COMMAND)]) {
    for (const frame of framesOf(captured)) {
      const site = siteOf(frame, root)
      if (site !== null && !HELPERS.some((helper) => helper.test(site))) return site
    }
  }
  return UNKNOWN
}

function wrap(methods: Methods, name: string, around: (method: Method) => Method): void {
  const method = methods[name]
  if (method) methods[name] = around(method)
}

function noteCaller(method: Method): Method {
  return function (...args) {
    const caller = capture(FRAMES_OF_QUERY)
    const query = running.run(caller, () => method.apply(this, args))
    if (query instanceof mongoose.Query || query instanceof mongoose.Aggregate) callers.set(query, caller)
    return query
  }
}

function runForCaller(method: Method): Method {
  return function (...args) {
    const caller = callers.get(this as object)
    return caller ? running.run(caller, () => method.apply(this, args)) : method.apply(this, args)
  }
}

function capture(frames: number): Captured {
  const captured: Captured = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = frames
  Error.captureStackTrace(captured)
  Error.stackTraceLimit = stackTraceLimit
  return captured
}

/** The frames of a stack, the innermost first. A stack stays what the function in place at the first look returns. */
function framesOf(captured: Captured | undefined): NodeJS.CallSite[] {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  Error.prepareStackTrace = (_error, frames) => frames
  const frames = captured?.stack
  if (before) Object.defineProperty(Error, 'prepareStackTrace', before)
  else Reflect.deleteProperty(Error, 'prepareStackTrace')
  return Array.isArray(frames) ? (frames as NodeJS.CallSite[]) : []
}

/** The line of the project's code that a frame is at; null for a frame of other code. */
function siteOf(frame: NodeJS.CallSite, root: string): string | null {
  const [file, line, column] = [frame.getFileName() ?? '', frame.getLineNumber() ?? 1, frame.getColumnNumber() ?? 1]
  const place = `${file}:${line}:${column}`
  const known = sites.get(place)
  if (known !== undefined) return known
  const isFile = file.startsWith('/') || file.startsWith('file:')
  const source = isFile ? sourceOf(file.startsWith('file:') ? fileURLToPath(file) : file, line, column) : ''
  const isOurs = source.startsWith(root) && !source.includes('node_modules')
  const site = isOurs ? source.slice(root.length) : null
  sites.set(place, site)
  return site
}

/** The line of the source behind a line of a compiled program. */
function sourceOf(path: string, line: number, column: number): string {
  if (!path.includes('/.cache/posthorn/')) return `${path}:${sourceLine(path, line, column)}`
  if (!maps.has(path)) maps.set(path, readMap(`${path}.map`))
  const entry = maps.get(path)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return `${path}:${line}`
  return `${join(path, '..', entry.originalSource)}:${entry.originalLine + 1}`
}

/** The line of a source that was compiled while it was loaded. */
function sourceLine(path: string, line: number, column: number): number {
  const entry = findSourceMap(path)?.findEntry(line - 1, column - 1)
  return entry && 'originalLine' in entry ? entry.originalLine + 1 : line
}

function readMap(path: string): SourceMap | null {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
}
