import { z } from 'zod'
import type { Brand } from '../../models/domain/design/design.js'
import { readBrand } from '../../models/domain/design/read-theme.js'
import { BRAND_SCHEMA } from './design-shape.js'

/** The brand of a project. Its faults are reported by path. */
export const BrandField: z.ZodType<Brand> = z
  .unknown()
  .transform((sent, context): Brand => {
    const { brand, errors } = readBrand(sent, { prefix: '' })
    for (const { field, message, code } of errors ?? []) {
      const path = field === '' ? [] : field.split('.')
      context.addIssue({ code: 'custom', path, message, params: { code } })
    }
    return brand ?? z.NEVER
  })
  .meta({
    id: 'Brand',
    description:
      'How the messages of a project look. Designs use it when they are saved. Colours are `#rrggbb`, sizes in pixels.',
    override: {
      ...BRAND_SCHEMA,
      examples: [{ accent: '#2f5fd0', font: 'sans', postalAddress: 'Acme, 1 Main Street' }],
    },
  })
