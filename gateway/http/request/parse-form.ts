import type { IncomingHttpHeaders } from 'node:http'
import { malformedForm, openForm } from './open-form.js'

/** The fields of a form by name; a repeated field has all its values. */
export type FormValues = Record<string, string | string[]>

/** Parses the fields of a form, url-encoded or multipart; files are ignored. Throws MALFORMED_BODY for other bodies. */
export async function parseForm(headers: IncomingHttpHeaders, body: Buffer): Promise<FormValues> {
  const values = new Map<string, string[]>()
  for (const [name, value] of await fieldsOf(headers, body)) {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  // fromEntries defines own properties, so a field named __proto__ stays a field.
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]))
}

function fieldsOf(headers: IncomingHttpHeaders, body: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(malformedForm())
    const form = openForm(headers, 0)
    const fields: [string, string][] = []
    form.on('field', (name, value) => void fields.push([name, value]))
    form.on('file', (_name, stream) => {
      stream.once('error', fail)
      stream.resume()
    })
    form.once('partsLimit', fail)
    form.once('fieldsLimit', fail)
    form.on('error', fail)
    form.once('finish', () => resolve(fields))
    form.end(body)
  })
}
