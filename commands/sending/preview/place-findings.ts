import { blockBefore, offsetOfPlace } from '../../../mail/design/block-places.js'
import type { Finding } from '../../../models/domain/findings/finding.js'
import { walkBlocks } from '../../../models/domain/design/walk-blocks.js'
import type { MessageSource } from '../../../models/message.js'
import { editorOf } from '../sources/sent-content.js'
import type { DraftBodies } from './draft-bodies.js'

/** The texts in which findings have their places. */
export interface FindingTexts extends Pick<DraftBodies, 'content' | 'sources'> {
  /** The field of the body that was shown. */
  shownField: string
  /** The rendered document; null without one. */
  html: string | null
}

/**
 * Leads findings to what the author wrote: to the block of a design, or to the MJML. The author has never seen the body
 * that was made of these, so that its lines mean nothing.
 */
export function placeFinding(finding: Finding, { content, sources, shownField, html }: FindingTexts): Finding {
  const { field, line, column, ...rest } = finding
  if (field === null) return finding
  const isHtml = field === 'html'
  const source = sources.get(isHtml ? shownField : field)
  if (!source) return finding
  const text = isHtml ? html : bodyAt(content, field)
  const blockId = blockOf(source, text, { line, column })
  const block = blockId === null ? {} : { blockId }
  if (isHtml) return { ...finding, ...block }
  return { ...rest, ...block, field: field.replace(/body$/, editorOf(source)) }
}

function bodyAt({ body, translations }: DraftBodies['content'], field: string): string | null {
  const [, tag] = /^translations\.(.+)\.body$/.exec(field) ?? []
  return tag === undefined ? body : (translations?.[tag]?.body ?? null)
}

function blockOf(
  { design }: MessageSource,
  text: string | null,
  { line, column }: { line: number | undefined; column: number | undefined },
): string | null {
  if (!design || text === null || line === undefined || column === undefined) return null
  const id = blockBefore(text, offsetOfPlace(text, { line, column }))
  return [...walkBlocks(design)].some(({ block }) => block.id === id) ? id : null
}
