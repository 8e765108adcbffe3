import { RenderError } from '../../../mail/rendering/render-message.js'
import { perform, performInThread } from '../../../mail/rendering/threads/perform.js'
import type { RenderedSource } from '../../../mail/design/render.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { uploadIdsIn } from '../../../models/domain/images/upload-ids.js'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import type { MessageSource } from '../../../models/message.js'
import { findShownImages } from '../uploads/find-images.js'
import type { SourceContext } from './sent-content.js'

/** Makes the body of a design or MJML, in a language. A fault of the source is part of the result. */
export async function renderSource(
  source: MessageSource,
  language: string,
  context: SourceContext,
): Promise<RenderedSource> {
  const { _id: projectId } = context.project
  try {
    // MJML of a person may be made to be slow, and the engine cannot be stopped in the event loop.
    if (!source.design) return await performInThread(projectId, 'mjml', source.mjml)
    return await perform(projectId, 'design', await designInput(source.design, language, context))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return { fault: { message: error.message } }
  }
}

async function designInput(design: EmailDesign, language: string, { project, gatewayUrl }: SourceContext) {
  const { name: projectName, brand = {} } = project
  const shown = uploadIdsIn([JSON.stringify({ blocks: design.blocks, logo: brand.logo, darkLogo: brand.darkLogo })])
  const found = await findShownImages(shown)
  const images = shown.map((id) => {
    const image = found.get(id)
    const type = image?.projectId === project._id ? (image.contentType as ImageType) : 'image/png'
    return [id, `${gatewayUrl}/uploads/${id}.${IMAGE_TYPES[type]}`]
  })
  return { design, brand, language, projectName, images: Object.fromEntries(images) as Record<string, string> }
}
