import { Fragment, type ReactNode } from 'react'
import type { Inline, Mark, TextPart } from '../../../models/domain/design/design.js'
import { join } from '../../ui/join.js'
import { CHIP_CLASS, LINK_CLASS } from './text-classes.js'

const ALIGNS = { left: 'text-left', center: 'text-center', right: 'text-right' }

/** A line of text with its marks and fields. */
export function InlineText({ content }: { content: readonly Inline[] }) {
  return content.map((part, at) => (
    // The parts of a line have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{marked(part.marks ?? [], textOf(part))}</Fragment>
  ))
}

/** Paragraphs and lists. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, at) => {
    if (part.type === 'paragraph') {
      return (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at} className={join('min-h-[1lh]', part.align && ALIGNS[part.align])}>
          <InlineText content={part.content} />
        </p>
      )
    }
    const List = part.ordered ? 'ol' : 'ul'
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <List key={at} className={part.ordered ? 'list-decimal pl-6' : 'list-disc pl-6'}>
        {part.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <p>
              <InlineText content={item} />
            </p>
          </li>
        ))}
      </List>
    )
  })
}

function textOf(part: Inline): ReactNode {
  return 'text' in part ? part.text : <span className={CHIP_CLASS}>{part.field}</span>
}

function marked(marks: readonly Mark[], shown: ReactNode): ReactNode {
  return marks.reduceRight<ReactNode>((inner, mark) => {
    if (mark === 'bold') return <strong>{inner}</strong>
    if (mark === 'italic') return <em>{inner}</em>
    if (mark === 'strike') return <s>{inner}</s>
    if ('link' in mark) return <span className={LINK_CLASS}>{inner}</span>
    return <span style={{ color: mark.color }}>{inner}</span>
  }, shown)
}
