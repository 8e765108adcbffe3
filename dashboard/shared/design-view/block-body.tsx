import type { ReactNode } from 'react'
import { ImageIcon } from 'lucide-react'
import type {
  Alignment,
  Block,
  Brand,
  ButtonBlock,
  ColumnsBlock,
  ImageBlock,
  RepeatBlock,
  SectionBlock,
} from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import type { Look } from '../../../models/domain/design/look.js'
import { groundStyle, type Scheme } from './mail-look.js'
import { uploadPath } from './upload-path.js'
import type { TextualBlock } from './textual.js'

/** What is shown for the parts of a block that can be written, and around the blocks in it. */
export interface BlockSlots {
  look: Look
  scheme: Scheme
  brand: Brand
  /** The name of the project, which stands for a missing logo. */
  projectName: string
  text: (block: TextualBlock, kind: TextKind) => ReactNode
  list: (parent: Block, column: number, blocks: readonly Block[]) => ReactNode
  /** Shown for a picture that is not chosen yet. */
  noImage?: (block: Block) => ReactNode
}

export type TextKind = 'h1' | 'h2' | 'h3' | 'text' | 'quote' | 'button'

const ALIGN: Record<Alignment, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }
const BLOCK: Record<Alignment, string> = { left: 'mr-auto', center: 'mx-auto', right: 'ml-auto' }

/** A block as a mailbox shows it, near enough to write it: the true picture is made by the server. */
export function BlockBody({ block, slots }: { block: Block; slots: BlockSlots }) {
  switch (block.type) {
    case 'heading':
      return <div className={block.align && ALIGN[block.align]}>{slots.text(block, `h${block.level}`)}</div>
    case 'text':
      return slots.text(block, 'text')
    case 'quote':
      return <div className="border-l-3 border-(--mail-accent) pl-4">{slots.text(block, 'quote')}</div>
    case 'button':
      return <ButtonBody block={block} slots={slots} />
    case 'image':
      return <Picture block={block} slots={slots} />
    case 'divider':
      return <div className="my-1 border-t border-(--mail-line)" />
    case 'spacer':
      return <div style={{ height: block.height }} />
    case 'logo':
      return <Logo align={block.align ?? 'left'} width={block.width} {...slots} />
    case 'social':
      return <Social align={block.align ?? 'center'} {...slots} />
    case 'footer':
      return <Footer align={block.align ?? 'center'} {...slots} />
    case 'html':
      return <Html source={block.source} />
    case 'columns':
      return <Columns block={block} slots={slots} />
    case 'section':
      return <Section block={block} slots={slots} />
    case 'repeat':
      return <Repeat block={block} slots={slots} />
    default:
      return block satisfies never
  }
}

function ButtonBody({ block, slots }: { block: ButtonBlock; slots: BlockSlots }) {
  return (
    <div className={ALIGN[block.align ?? 'left']}>
      <div
        className={join(
          'inline-block max-w-full rounded-(--mail-radius) border-2 px-6 py-3 text-center align-top',
          block.style === 'solid'
            ? 'border-(--mail-button) bg-(--mail-button) text-(--mail-on-button)'
            : 'border-(--mail-accent) text-(--mail-accent)',
        )}
      >
        {slots.text(block, 'button')}
      </div>
    </div>
  )
}

function Picture({ block, slots }: { block: ImageBlock; slots: BlockSlots }) {
  const { uploadId, src, alt, width, align = 'center' } = block
  if (uploadId === undefined && src === undefined) return slots.noImage?.(block) ?? <NoImage />
  // The page loads pictures of its own origin alone; the preview shows one of another server.
  if (uploadId === undefined) {
    return (
      <p className="flex min-h-24 items-center justify-center gap-2 rounded-(--mail-radius) border border-dashed border-(--mail-line) p-4 text-[14px] leading-[20px] break-all text-(--mail-muted)">
        <ImageIcon aria-hidden size={16} className="shrink-0" />
        {alt || src}
      </p>
    )
  }
  return (
    <img
      src={uploadPath(uploadId)}
      alt={alt}
      draggable={false}
      style={width === undefined ? undefined : { width }}
      className={join('block max-w-full', width === undefined && 'w-full', BLOCK[align])}
    />
  )
}

function Columns({ block, slots }: { block: ColumnsBlock; slots: BlockSlots }) {
  const columns = block.ratio.map((share) => `minmax(0, ${share}fr)`).join(' ')
  return (
    <div
      className={join('grid', block.stack && 'in-data-[width=375]:grid-cols-1!')}
      style={{ gridTemplateColumns: columns }}
    >
      {block.columns.map((blocks, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- A column has no identity but its place.
        <div key={column} className="min-w-0">
          {slots.list(block, column, blocks)}
        </div>
      ))}
    </div>
  )
}

function Section({ block, slots }: { block: SectionBlock; slots: BlockSlots }) {
  const { background, padding, blocks } = block
  return (
    <div
      className="bg-(--mail-surface) text-(--mail-ink)"
      style={{
        ...(background ? groundStyle(slots.look, background, slots.scheme) : {}),
        paddingTop: padding,
        paddingBottom: padding,
      }}
    >
      {slots.list(block, 0, blocks)}
    </div>
  )
}

function Repeat({ block, slots }: { block: RepeatBlock; slots: BlockSlots }) {
  return (
    <div className="outline-1 -outline-offset-1 outline-(--mail-line) outline-dashed">
      <p className="px-6 pt-2 text-[12px] leading-[16px] text-(--mail-muted)">{t.designView.repeats(block.over)}</p>
      {slots.list(block, 0, block.blocks)}
    </div>
  )
}

function NoImage() {
  return (
    <div className="flex h-32 items-center justify-center rounded-(--mail-radius) bg-(--mail-line) text-(--mail-muted)">
      <ImageIcon aria-hidden size={24} />
    </div>
  )
}

type Given = Pick<BlockSlots, 'brand' | 'projectName'> & { align: Alignment }

function Logo({ brand, projectName, align, width = 160 }: Given & { width?: number | undefined }) {
  if (!brand.logo) return <p className={join('text-[20px] leading-[26px] font-bold', ALIGN[align])}>{projectName}</p>
  return (
    <img
      src={uploadPath(brand.logo)}
      alt={projectName}
      draggable={false}
      style={{ width }}
      className={join('block max-w-full', BLOCK[align])}
    />
  )
}

function Social({ brand, align }: Given) {
  const links = brand.social ?? []
  return (
    <p className={join('text-[14px] leading-[22.4px] text-(--mail-accent)', ALIGN[align])}>
      {links.length === 0 ? t.designView.noSocial : links.map(({ kind }) => t.designView.socialKinds[kind]).join(' · ')}
    </p>
  )
}

function Footer({ brand, projectName, align }: Given) {
  return (
    <div className={join('py-2 text-[13px] leading-[19.5px] text-(--mail-muted)', ALIGN[align])}>
      {brand.postalAddress && <p className="whitespace-pre-wrap">{brand.postalAddress}</p>}
      <p>{t.designView.footerReason(projectName)}</p>
      <p>
        <span className="underline">{t.designView.unsubscribe}</span>
        {' · '}
        <span className="underline">{t.designView.preferences}</span>
      </p>
    </div>
  )
}

function Html({ source }: { source: string }) {
  return (
    <pre className="max-h-40 overflow-hidden rounded-(--mail-radius) border border-dashed border-(--mail-line) p-3 font-mono text-[12px] leading-[18px] whitespace-pre-wrap text-(--mail-muted)">
      {source.trim() || t.designView.emptyHtml}
    </pre>
  )
}
