import { walkFilters } from '../conditions/walk-filters.js'
import { addressParts } from './address.js'
import type { Block, EmailDesign, Inline } from './design.js'
import { linesOf, walkBlocks } from './walk-blocks.js'

/** The names of the fields that a design prints, compares or repeats over, each once, in the order of the design. */
export function fieldsOfDesign(design: EmailDesign): string[] {
  const fields = new Set(design.previewText.flatMap(fieldsOfInline))
  for (const { block } of walkBlocks(design)) for (const field of fieldsOfBlock(block)) fields.add(field)
  return [...fields]
}

function fieldsOfBlock(block: Block): string[] {
  const compared = block.when ? [...walkFilters(block.when)].map(({ filter }) => filter.field) : []
  const printed = linesOf(block).flat().flatMap(fieldsOfInline)
  const addressed = addressesOf(block).flatMap(fieldsOfAddress)
  return [...compared, ...(block.type === 'repeat' ? [block.over] : []), ...printed, ...addressed]
}

function addressesOf(block: Block): string[] {
  const { href, src } = block as { href?: string; src?: string }
  return [src, href].flatMap((address) => address ?? [])
}

function fieldsOfInline(inline: Inline): string[] {
  const links = (inline.marks ?? []).flatMap((mark) =>
    typeof mark === 'object' && 'link' in mark ? fieldsOfAddress(mark.link) : [],
  )
  return 'field' in inline ? [inline.field, ...links] : links
}

function fieldsOfAddress(address: string): string[] {
  return (addressParts(address) ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.field]))
}
