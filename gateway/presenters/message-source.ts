import type { z } from 'zod'
import type { MessageSource, NamedMessage } from '../../models/message.js'
import { editorOf } from '../../commands/sending/sources/sent-content.js'
import { isStillKept } from '../../commands/sending/sources/previous-design.js'
import type { SOURCE_RESPONSE } from '../schemas/message.js'

type Presented = { [K in keyof typeof SOURCE_RESPONSE]: z.input<(typeof SOURCE_RESPONSE)[K]> }

/** The design or MJML of a message as the API shows it at `now`. */
export function presentSource({ source, previousDesign }: NamedMessage, now: Date): Presented {
  const kept = previousDesign && isStillKept(previousDesign, now) ? previousDesign : null
  return {
    ...presentOwnSource(source),
    previousDesign: kept && { design: kept.design, replacedAt: kept.replacedAt.toISOString() },
  }
}

/** The design or MJML of a body as the API shows it. */
export function presentOwnSource(source: MessageSource | null | undefined): Omit<Presented, 'previousDesign'> {
  return { editor: editorOf(source), design: source?.design ?? null, mjml: source?.mjml ?? null }
}
