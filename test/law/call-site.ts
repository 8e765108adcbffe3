import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
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

const callers = new WeakMap<object, { stack?: string }>()
const running = new AsyncLocalStorage<{ stack?: string } | undefined>()
const maps = new Map<string, SourceMap | null>()

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
  const stacks = [running.getStore()?.stack, stackHere()]
  for (const stack of stacks) {
    const sites = sitesIn(stack ?? '', root)
    const site = sites.find((each) => !HELPERS.some((helper) => helper.test(each)))
    if (site !== undefined) return site
  }
  return UNKNOWN
}

function wrap(methods: Methods, name: string, around: (method: Method) => Method): void {
  const method = methods[name]
  if (method) methods[name] = around(method)
}

function noteCaller(method: Method): Method {
  return function (...args) {
    const caller: { stack?: string } = {}
    capture(caller, FRAMES_OF_QUERY)
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

function stackHere(): string {
  const here: { stack?: string } = {}
  capture(here, FRAMES_OF_COMMAND)
  return here.stack ?? ''
}

function capture(into: object, frames: number): void {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = frames
  Error.captureStackTrace(into)
  Error.stackTraceLimit = stackTraceLimit
}

/** The lines of the project's code in a stack, the innermost first. */
function sitesIn(stack: string, root: string): string[] {
  return stack.split('\n').flatMap((frame) => {
    const [, file = '', line = '', column = ''] =
      /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()]+):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (file === '') return []
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const site = sourceOf(path, Number(line), Number(column))
    const isOurs = site?.startsWith(root) && !site.includes('node_modules')
    return isOurs ? [site.slice(root.length)] : []
  })
}

/** The line of the source behind a line of a compiled program. */
function sourceOf(path: string, line: number, column: number): string {
  if (!path.includes('/.cache/posthorn/')) return `${path}:${line}`
  if (!maps.has(path)) maps.set(path, readMap(`${path}.map`))
  const entry = maps.get(path)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return `${path}:${line}`
  return `${join(path, '..', entry.originalSource)}:${entry.originalLine + 1}`
}

function readMap(path: string): SourceMap | null {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
}
