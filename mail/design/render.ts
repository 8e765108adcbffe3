import type { EmailDesign } from '../../models/domain/design/design.js'
import { walkBlocks } from '../../models/domain/design/walk-blocks.js'
import { lineIndex, type Place } from '../inspection/line-index.js'
import type { Budget } from '../rendering/threads/budget.js'
import { htmlPlaceholder } from './blocks/plain-block.js'
import { blockBefore } from './block-places.js'
import { renderMjmlText } from './mjml-engine.js'
import { readMjml } from './mjml-source.js'
import { toMjml, type DesignContext } from './to-mjml.js'

/** A fault of MJML or of a design; a design's has no place in a text, but perhaps a block. */
export interface SourceFault extends Partial<Place> {
  message: string
  blockId?: string
}

/** The body that was made of a source, or the fault of the source. */
export type RenderedSource = { body: string; fault?: undefined } | { body?: undefined; fault: SourceFault }

/** A design and what its rendering needs; it can be copied to a thread. */
export interface DesignInput extends Omit<DesignContext, 'imageUrl'> {
  design: EmailDesign
  /** The addresses of the design's uploaded images by their ids. */
  images: Record<string, string>
}

/** Renders a design to a body in Liquid. Throws OverBudget. */
export function renderDesign(
  { design, images, ...context }: DesignInput,
  budget: Budget | null = null,
): RenderedSource {
  const mjml = toMjml(design, { ...context, imageUrl: (id) => images[id] ?? '' })
  budget?.admitHtml(mjml)
  const { html, fault } = renderMjmlText(mjml)
  if (fault) {
    const blockId = blockBefore(mjml, fault.offset)
    return { fault: { message: 'This design cannot be rendered', ...(blockId === null ? {} : { blockId }) } }
  }
  return { body: withAuthorsHtml(html, design) }
}

/** Renders MJML that people wrote to a body in Liquid. Throws OverBudget. */
export function renderMjml(source: string, budget: Budget | null = null): RenderedSource {
  budget?.admitHtml(source)
  const readable = readMjml(source)
  const faultAt = ({ message, offset }: { message: string; offset: number }): RenderedSource => ({
    fault: { message, ...lineIndex(source)(offset) },
  })
  if ('message' in readable) return faultAt(readable)
  const { html, fault } = renderMjmlText(readable.text)
  return fault ? faultAt({ ...fault, offset: readable.offsetOf(fault.offset) }) : { body: html }
}

function withAuthorsHtml(html: string, design: EmailDesign): string {
  const sources = new Map<string, string>()
  for (const { block } of walkBlocks(design)) {
    if (block.type === 'html') sources.set(htmlPlaceholder(block.id), block.source)
  }
  if (sources.size === 0) return html
  return html.replaceAll(/\{html:[\w-]+\}/g, (placeholder) => sources.get(placeholder) ?? placeholder)
}
