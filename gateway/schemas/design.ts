import { z } from 'zod'
import { findLiquidFault } from '../../mail/rendering/liquid-faults.js'
import type { EmailDesign } from '../../models/domain/design/design.js'
import { readEmailDesign } from '../../models/domain/design/read-design.js'
import { walkBlocks } from '../../models/domain/design/walk-blocks.js'
import { DESIGN_DESCRIPTION, DESIGN_ID, DESIGN_SCHEMA } from './design-shape.js'
import { SCHEMA_REF } from '../http/openapi/schema-parts.js'

/** A small design. */
export const EXAMPLE_DESIGN: EmailDesign = {
  version: 1,
  theme: { accent: '#2f5fd0' },
  previewText: [{ text: 'What is new this month' }],
  blocks: [
    {
      id: 'greeting',
      type: 'heading',
      level: 1,
      content: [{ text: 'Hello ' }, { field: 'firstName', fallback: 'friend' }],
    },
    { id: 'read', type: 'button', label: [{ text: 'Read more' }], href: 'https://example.com/news', style: 'solid' },
    { id: 'footer', type: 'footer' },
  ],
}

/** A design whose HTML blocks may have faults in their Liquid. Its other faults are reported by path. */
export const DraftDesign = designField(() => []).meta({ override: { $ref: SCHEMA_REF + DESIGN_ID } })

/** A design in a request, and in an answer as it is stored. Its faults are reported by path. */
export const DesignField = designField(liquidIssues).meta({
  id: DESIGN_ID,
  description: DESIGN_DESCRIPTION,
  override: { ...DESIGN_SCHEMA, examples: [EXAMPLE_DESIGN] },
})

interface Issue {
  path: string
  message: string
  params: Record<string, unknown>
}

function designField(issuesOf: (design: EmailDesign) => Issue[]): z.ZodType<EmailDesign> {
  return z.unknown().transform((sent, context): EmailDesign => {
    const { design, errors } = readEmailDesign(sent, { prefix: '' })
    const issues = design
      ? issuesOf(design)
      : errors.map(({ field: path, message, code }): Issue => ({ path, message, params: { code } }))
    for (const { path, message, params } of issues) {
      context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message, params })
    }
    return design && issues.length === 0 ? design : z.NEVER
  })
}

// The HTML of an author is Liquid too; each block must be whole by itself.
function liquidIssues(design: EmailDesign): Issue[] {
  return [...walkBlocks(design)].flatMap(({ block, path }) => {
    const fault = block.type === 'html' ? findLiquidFault(block.source) : null
    if (!fault) return []
    const { message, ...place } = fault
    return [{ path: `${path}.source`, message, params: { code: 'liquid_syntax', ...place } }]
  })
}
