import { DESIGN_VERSION, type EmailDesign } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'

/** A message that shows everything that a brand decides. */
export const SAMPLE: EmailDesign = {
  version: DESIGN_VERSION,
  theme: {},
  previewText: [],
  blocks: [
    { id: 'logo', type: 'logo' },
    { id: 'heading', type: 'heading', level: 1, content: [{ text: t.brand.sampleHeading }] },
    { id: 'text', type: 'text', content: [{ type: 'paragraph', content: [{ text: t.brand.sampleText }] }] },
    {
      id: 'button',
      type: 'button',
      label: [{ text: t.brand.sampleButton }],
      href: 'https://example.com',
      style: 'solid',
    },
    { id: 'divider', type: 'divider' },
    { id: 'social', type: 'social' },
    { id: 'footer', type: 'footer' },
  ],
}
