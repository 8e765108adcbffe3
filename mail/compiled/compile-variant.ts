import type { LinkParameter } from '../../models/domain/utm.js'
import type { AddressSettings } from '../links/address-settings.js'
import { linksWithToken } from '../links/recipient-links.js'
import { RenderError } from '../rendering/render-message.js'
import { performInThread } from '../rendering/threads/perform.js'
import type { BodyTemplate, NotCompiled } from './compile-bodies.js'
import type { Markers } from './markers.js'
import { nextField } from './read-values.js'
import { wholeOf, type RenderedTemplate } from './template-fields.js'
import { createVariant, type Variant } from './variant.js'

/** The settings to finish the rendered body of a message, the same for every recipient. */
export interface BodyFinish {
  projectId: string
  /** Null where the message has no footer. */
  footer: BodyTemplate['footer']
  isTracked: boolean
  /** The parameters that web links get; null where they differ between recipients. */
  parameters: readonly LinkParameter[] | null
}

interface Compilation {
  finish: BodyFinish
  settings: AddressSettings
  markers: Markers
}

const MAX_HTML_LENGTH = 256 * 1024
const NOT_COMPILED: NotCompiled = { variantFields: [] }

/** Compiles a body that has markers in the places of its plain values. */
export async function compileVariant(
  body: RenderedTemplate,
  { finish, settings, markers }: Compilation,
): Promise<Variant | NotCompiled> {
  const html = wholeOf(body)
  if (html.length > MAX_HTML_LENGTH) return NOT_COMPILED
  const { projectId, footer, isTracked, parameters } = finish
  const { gatewayUrl, trackingUrl, encryptionKeys } = settings
  try {
    const bodies = await performInThread(projectId, 'bodies', {
      html,
      secret: markers.secret,
      nextField: nextField(body.fields),
      links: linksWithToken(markers.token, gatewayUrl),
      footer,
      trackingUrl: isTracked ? trackingUrl : null,
      parameters,
    })
    return 'variantFields' in bodies ? bodies : createVariant(bodies, { encryptionKeys, isTracked })
  } catch (error) {
    if (error instanceof RenderError) return NOT_COMPILED
    throw error
  }
}
