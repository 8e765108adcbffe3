import { z } from 'zod'
import type { ResourceKind } from '../../models/domain/errors.js'
import { endpointName, type AnyEndpoint } from './endpoint.js'

/**
 * Sorts literal paths before parameters, so that `fields` in `/contacts/fields` is not read as a contact's id, and both
 * before what stands for the rest of a path.
 */
export function inMatchingOrder(endpoints: readonly AnyEndpoint[]): AnyEndpoint[] {
  return [...endpoints].sort((a, b) => compareKeys(matchingKey(a.path), matchingKey(b.path)))
}

/**
 * The paths that take precedence over this endpoint's path where both match, because they have a word where this path
 * has an id: `/contacts/lookup` is not a contact. A parameter of free text can be any word, so that no path takes
 * precedence.
 */
export function overridingPaths({ path, request }: AnyEndpoint, endpoints: readonly AnyEndpoint[]): Set<string> {
  const own = path.split('/')
  const isId = (segment: string): boolean =>
    parameters(segment).some((name) => kindOf(request?.params?.shape[name]) !== undefined)
  const ids = own.flatMap((segment, at) => (isId(segment) ? [at] : []))
  const overriding = endpoints.filter((other) => {
    const segments = other.path.split('/')
    return segments.length === own.length && ids.some((at) => !segments[at]?.startsWith(':'))
  })
  return new Set(overriding.map((endpoint) => endpoint.path))
}

/** What `overridingPaths` finds for each path of a list. Throws the Error of `checkEndpoints`. */
export function overridingByPath(endpoints: readonly AnyEndpoint[]): ReadonlyMap<string, Set<string>> {
  const known = overridingOfList.get(endpoints)
  if (known) return known
  checkEndpoints(endpoints)
  const found = new Map(endpoints.map((endpoint) => [endpoint.path, overridingPaths(endpoint, endpoints)]))
  overridingOfList.set(endpoints, found)
  return found
}

// A process that serves several applications works a list out once.
const overridingOfList = new WeakMap<readonly AnyEndpoint[], ReadonlyMap<string, Set<string>>>()

/** Throws an Error that names every declaration that contradicts another one or itself. */
export function checkEndpoints(endpoints: readonly AnyEndpoint[]): void {
  const faults = [
    ...repeated(endpoints.map((endpoint) => endpoint.operationId)).map((id) => `${id}: declared twice`),
    ...repeated(endpoints.map((endpoint) => nameless(endpoint))).map((name) => `${name}: declared twice`),
    ...endpoints.flatMap((endpoint) => faultsOf(endpoint).map((fault) => `${endpointName(endpoint)}: ${fault}`)),
  ]
  if (faults.length > 0) throw new Error(`Invalid endpoints:\n  ${faults.join('\n  ')}`)
}

function faultsOf({ path, request = {}, method, idempotent, access, roles }: AnyEndpoint): string[] {
  const named = parameters(path)
  const declared = Object.keys(request.params?.shape ?? {})
  const isOfMembers = access === 'member' || access === 'memberOrKey'
  return [
    ...(named.join() === declared.join()
      ? []
      : [`has the parameters ${named.join()} but a schema of ${declared.join()}`]),
    ...(method === 'get' && request.body ? ['reads a body'] : []),
    ...(idempotent && (access === 'open' || access === 'user') ? ['takes an idempotency key of no project'] : []),
    ...(isOfMembers && kindOf(request.params?.shape['id']) !== 'project' ? ['names no project as :id'] : []),
    ...(roles && !isOfMembers && access !== 'project' ? ['asks for a role outside of a project'] : []),
  ]
}

function kindOf(schema: z.core.$ZodType | undefined): ResourceKind | undefined {
  return schema && z.globalRegistry.get(schema)?.resource
}

function parameters(path: string): string[] {
  return [...path.matchAll(/[:*](\w+)/g)].map((match) => match[1] ?? '')
}

/** The name without the names of parameters, so that paths that differ only in those compare equal. */
function nameless(endpoint: AnyEndpoint): string {
  return endpointName(endpoint).replace(/:\w+/g, ':')
}

function repeated(names: string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

function matchingKey(path: string): string[] {
  const keyOf = (segment: string): string =>
    segment.startsWith('*') ? '2' : segment.startsWith(':') ? '1' : `0${segment}`
  return path.split('/').map(keyOf)
}

function compareKeys(a: string[], b: string[]): number {
  const index = a.findIndex((segment, position) => segment !== b[position])
  if (index === -1) return a.length - b.length
  return (a[index] ?? '') < (b[index] ?? '') ? -1 : 1
}
