/** The most columns of a file: as many custom fields as a project may have, the address and the subscription. */
export const MAX_COLUMNS = 10_002

const PREFIX = 'data.'

/** The custom field that a name such as `data.plan` names literally; null for another name. */
export function dataKeyOf(name: string): string | null {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null
}

/** The standard column that a name means, in any letter case. */
export function standardName(name: string): 'email' | 'subscribed' | null {
  const word = name.toLowerCase()
  return word === 'email' || word === 'subscribed' ? word : null
}
