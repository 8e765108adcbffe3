import type { AddressSettings } from '../links/address-settings.js'
import { linksWithToken } from '../links/recipient-links.js'
import { RenderError } from '../rendering/render-message.js'
import { performInThread } from '../rendering/threads/perform.js'
import type { BodyTemplate, NotCompiled } from './compile-bodies.js'
import { wholeOf, type RenderedPieces } from './placeholders.js'
import { nextSlot } from './read-values.js'
import type { Sentinels } from './sentinels.js'
import { createVariant, type Variant } from './variant.js'

/** How the rendered body of a message is finished, apart from its recipient. */
export interface BodyFinish {
  projectId: string
  /** Null where the message has none. */
  footer: BodyTemplate['footer']
  isTracked: boolean
}

interface Compilation {
  finish: BodyFinish
  settings: AddressSettings
  sentinels: Sentinels
}

const MAX_HTML_LENGTH = 256 * 1024
const NOT_COMPILED: NotCompiled = { outside: [] }

/** Compiles a body, in which sentinels stand for the values that fill slots. */
export async function compileVariant(
  pieces: RenderedPieces,
  { finish, settings, sentinels }: Compilation,
): Promise<Variant | NotCompiled> {
  const html = wholeOf(pieces)
  if (html.length > MAX_HTML_LENGTH) return NOT_COMPILED
  const { projectId, footer, isTracked } = finish
  const { gatewayUrl, trackingUrl, encryptionKeys } = settings
  try {
    const bodies = await performInThread(projectId, 'bodies', {
      html,
      secret: sentinels.secret,
      nextSlot: nextSlot(pieces.slots),
      links: linksWithToken(sentinels.token, gatewayUrl),
      footer,
      trackingUrl: isTracked ? trackingUrl : null,
    })
    return 'outside' in bodies ? bodies : createVariant(bodies, { encryptionKeys, isTracked })
  } catch (error) {
    if (error instanceof RenderError) return NOT_COMPILED
    throw error
  }
}
