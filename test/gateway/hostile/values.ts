/** JSON that is no text, where text is expected. */
export const NO_TEXT: Record<string, string> = {
  operator: '{"$gt":""}',
  'BSON type': '{"_bsontype":"ObjectId","id":"x"}',
  'array of operators': '[{"$gt":""}]',
  number: '1e999',
  'a long array': JSON.stringify(Array(10_000).fill('a')),
}

/** JSON of values that much software stumbles over. */
export const STRANGE = [
  'null',
  '{"$gt":""}',
  '""',
  '{}',
  '[]',
  '-1',
  '1e308',
  '9007199254740993',
  JSON.stringify('x'.repeat(5_000)),
  JSON.stringify('{{ a | b: } {% %}'),
  JSON.stringify('😀\u202e\u2028\ufeff\uffff'),
  '{"_bsontype":"Double","value":1}',
  '{"a":{"_bsontype":"Long"}}',
  '{"toBSON":1,"toJSON":1,"toString":1,"valueOf":1,"then":1,"length":-1}',
  '{"$set":{"projectId":"x"},"a.b":1,"$where":"1","":{"":1},"a\\u0000b":1,"\\ud800":1}',
  JSON.stringify(Array(10_000).fill('a')),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]))),
]

/** Whether any JSON is welcome at a place. */
export function isFree(path: string[]): boolean {
  return /(?:^|\.)(?:data|context|updates|value|config\.body)(?:\.|$)/.test(path.join('.'))
}

/** The paths of all values that hold no others. */
export function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

/** The paths of all values. */
export function everyPath(value: unknown): string[][] {
  const all = leaves(value).flatMap((path) => path.map((_, index) => path.slice(0, index + 1)))
  return [...new Map(all.map((path) => [path.join('.'), path])).values()]
}

/** What stands at a path. */
export function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)
}

/** The body as JSON with other JSON at a path, which need not be there. */
export function change(base: object, path: string[], json: string): string {
  const copy = structuredClone(base) as Record<string, unknown>
  const parent = path.slice(0, -1).reduce((at, key, index) => {
    const isThere = typeof at[key] === 'object' && at[key] !== null
    if (!isThere) at[key] = path[index + 1] === '0' ? [] : {}
    return at[key] as Record<string, unknown>
  }, copy)
  parent[path.at(-1) ?? ''] = '@@here@@'
  return JSON.stringify(copy).replace('"@@here@@"', () =>
    /^[[{"\d-]|^(null|true)$/.test(json) ? json : JSON.stringify(json),
  )
}
