/** A request of the API to write out in a language. */
export interface SampleRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** The JSON body; undefined for a request without one. */
  body: unknown
}

/** A call that the OpenAPI document describes. */
export interface SampleCall {
  operationId: string
  /** The tag of the document that lists it. */
  group: string
  summary: string
  /** The kind of key that it takes. */
  key: 'publicKey' | 'secretKey'
  /** The request, sent to an origin with a key. */
  requestWith: (origin: string, key: string) => SampleRequest
}

type Plain = string | number | boolean

/** The parts of an operation of an OpenAPI document that samples are made of. */
interface ReadOperation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { in?: string; name?: string; example?: Plain | Plain[]; schema?: { examples?: Plain[] } }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
}

const JSON_TYPE = 'application/json'

/** The calls of an OpenAPI document that a key may make and whose body is JSON, in the order of the document. */
export function sampleCallsOf(document: Record<string, unknown>): SampleCall[] {
  const paths = document['paths'] as Record<string, Record<string, ReadOperation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => sampleCallOf(path, method.toUpperCase(), operation) ?? []),
  )
}

function sampleCallOf(path: string, method: string, operation: ReadOperation): SampleCall | null {
  const { operationId, summary = '', tags = [], security = [], requestBody } = operation
  const key = (['secretKey', 'publicKey'] as const).find((name) => security.some((scheme) => name in scheme))
  const body = requestBody?.content?.[JSON_TYPE]
  if (!operationId || !key || (requestBody && !body)) return null
  const address = addressOf(path, operation)
  return {
    operationId,
    group: tags[0] ?? '',
    summary,
    key,
    requestWith: (origin, value) => ({
      method,
      url: `${origin}${address}`,
      headers: {
        Authorization: `Bearer ${value}`,
        ...(body ? { 'Content-Type': JSON_TYPE } : {}),
      },
      body: body?.example,
    }),
  }
}

function addressOf(path: string, operation: ReadOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(pathExample(operation, name) ?? name)),
  )
  const query = new URLSearchParams()
  for (const { in: place, name = '', example } of operation.parameters ?? []) {
    if (place !== 'query' || example === undefined) continue
    for (const value of [example].flat()) query.append(name, String(value))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

function pathExample({ parameters = [] }: ReadOperation, name: string): Plain | undefined {
  const found = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
  return [found?.example ?? found?.schema?.examples?.[0]].flat()[0]
}
