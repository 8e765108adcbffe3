import type { Translation } from '../../../models/template.js'
import type { Utm } from '../../../models/domain/utm.js'
import type { TemplateFault } from '../../../models/domain/findings/message-facts.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { perform } from '../../../mail/rendering/threads/perform.js'

/** A message in all its languages, whose Liquid may have faults. */
export interface DraftContent extends Translation {
  translations: Record<string, Partial<Translation>> | null
  /** The UTM parameters of its links. */
  utm: Utm | null
}

interface Part {
  field: string
  source: string
}

/** The faults of a message's Liquid in all its languages, by the path of the field. */
export async function syntaxFaults(projectId: string, content: DraftContent): Promise<TemplateFault[]> {
  const parts = partsOf(content)
  try {
    const faults = await perform(
      projectId,
      'syntax',
      parts.map(({ source }) => source),
    )
    return parts.flatMap(({ field }, index) => (faults[index] ? [{ field, ...faults[index] }] : []))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return [{ field: 'body', message: error.message }]
  }
}

function partsOf({ subject, body, translations, utm }: DraftContent): Part[] {
  const translated = Object.entries(translations ?? {}).flatMap(([tag, { subject, body }]) => [
    ...(subject === undefined ? [] : [{ field: `translations.${tag}.subject`, source: subject }]),
    ...(body === undefined ? [] : [{ field: `translations.${tag}.body`, source: body }]),
  ])
  const parameters = Object.entries(utm ?? {}).map(([name, source]) => ({ field: `utm.${name}`, source }))
  return [{ field: 'subject', source: subject }, { field: 'body', source: body }, ...translated, ...parameters]
}
