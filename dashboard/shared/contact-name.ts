import { NAME_FIELDS } from '../../models/domain/name-words.js'

/** The name of a contact as it stands in its fields; empty without one. The first and the last name are joined. */
export function contactName(data: Record<string, unknown>): string {
  const texts = NAME_FIELDS.flatMap((field) => {
    const value = data[field]
    return typeof value === 'string' && value.trim() !== '' ? [{ field, value: value.trim() }] : []
  })
  const whole = texts.find(({ field }) => !/first|last/i.test(field))
  return whole?.value ?? [...new Set(texts.map(({ value }) => value))].join(' ')
}
