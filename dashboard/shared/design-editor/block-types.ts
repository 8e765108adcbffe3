import {
  Code,
  Columns2,
  Heading,
  ImageIcon,
  Minus,
  MousePointerClick,
  MoveVertical,
  PanelBottom,
  Pilcrow,
  Quote,
  Repeat,
  Share2,
  SquareDashed,
  Stamp,
  type LucideIcon,
} from 'lucide-react'
import type { BlockType } from '../../../models/domain/design/design.js'

/** The blocks in the groups in which they are offered. */
export const BLOCK_GROUPS = [
  { group: 'content', types: ['heading', 'text', 'image', 'button', 'quote', 'divider', 'spacer'] },
  { group: 'layout', types: ['columns', 'section', 'repeat'] },
  { group: 'brand', types: ['logo', 'social', 'footer'] },
  { group: 'other', types: ['html'] },
] as const satisfies readonly { group: string; types: readonly BlockType[] }[]

/** The picture of each type of block. */
export const BLOCK_ICONS: Record<BlockType, LucideIcon> = {
  heading: Heading,
  text: Pilcrow,
  image: ImageIcon,
  button: MousePointerClick,
  quote: Quote,
  divider: Minus,
  spacer: MoveVertical,
  columns: Columns2,
  section: SquareDashed,
  repeat: Repeat,
  logo: Stamp,
  social: Share2,
  footer: PanelBottom,
  html: Code,
}
