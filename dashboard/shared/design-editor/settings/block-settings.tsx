import type {
  Block,
  ButtonBlock,
  FooterBlock,
  HeadingBlock,
  HtmlBlock,
  LogoBlock,
  SocialBlock,
  TextBlock,
} from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Segmented } from '../../../ui/segmented.js'
import { TextArea } from '../../../ui/text-area.js'
import { useEditor } from '../editor-context.js'
import { BrandLink } from './brand-link.js'
import { ColumnsSettings, RepeatSettings, SectionSettings } from './container-settings.js'
import { AlignField, Row } from './controls.js'
import { NumberField } from '../../number-field.js'
import { ImageSettings } from './image-settings.js'
import { LinkField } from './link-field.js'

const LEVELS = (['1', '2', '3'] as const).map((value) => ({ value, label: t.designEditor.levels[value] }))
const STYLES = (['solid', 'outline'] as const).map((value) => ({ value, label: t.designEditor.buttonStyles[value] }))

/** The settings of a block, by its type. */
export function BlockSettings({ block }: { block: Block }) {
  const { store } = useEditor()
  switch (block.type) {
    case 'heading':
      return <HeadingSettings block={block} />
    case 'text':
      return <TextSettings block={block} />
    case 'image':
      return <ImageSettings key={block.id} block={block} />
    case 'button':
      return <ButtonSettings block={block} />
    case 'columns':
      return <ColumnsSettings block={block} />
    case 'section':
      return <SectionSettings block={block} />
    case 'repeat':
      return <RepeatSettings block={block} />
    case 'spacer':
      return (
        <NumberField
          label={t.designEditor.height}
          value={block.height}
          min={1}
          max={400}
          onChange={(height) => store.change(block, { height: height ?? block.height })}
        />
      )
    case 'logo':
      return <LogoSettings block={block} />
    case 'social':
    case 'footer':
      return <BrandBlockSettings block={block} />
    case 'html':
      return <HtmlSettings block={block} />
    case 'quote':
    case 'divider':
      return <p className="text-small text-muted">{t.designEditor.noSettings}</p>
    default:
      return block satisfies never
  }
}

function HeadingSettings({ block }: { block: HeadingBlock }) {
  const { store } = useEditor()
  return (
    <>
      <Row label={t.designEditor.level}>
        <Segmented
          label={t.designEditor.level}
          options={LEVELS}
          value={`${block.level}`}
          onChange={(level) => store.change<HeadingBlock>(block, { level: Number(level) as HeadingBlock['level'] })}
        />
      </Row>
      <AlignField
        value={block.align ?? 'left'}
        onChange={(align) => store.change<HeadingBlock>(block, { align: align === 'left' ? undefined : align })}
      />
    </>
  )
}

function BrandBlockSettings({ block }: { block: SocialBlock | FooterBlock }) {
  const { store } = useEditor()
  return (
    <>
      <AlignField
        value={block.align ?? 'center'}
        onChange={(align) => store.change(block, { align: align === 'center' ? undefined : align })}
      />
      <p className="text-small text-muted">
        {t.designEditor.brandHints[block.type]} <BrandLink />
      </p>
    </>
  )
}

function HtmlSettings({ block }: { block: HtmlBlock }) {
  const { store } = useEditor()
  return (
    <Field label={t.designEditor.html} hint={t.designEditor.htmlHint}>
      {(ids) => (
        <TextArea
          {...ids}
          data-first
          rows={12}
          spellCheck={false}
          className="font-mono text-mono"
          value={block.source}
          onChange={({ target }) => store.change<HtmlBlock>(block, { source: target.value }, 'source')}
        />
      )}
    </Field>
  )
}

function TextSettings({ block }: { block: TextBlock }) {
  const { store } = useEditor()
  const align = block.content.find((part) => part.type === 'paragraph')?.align ?? 'left'
  return (
    <AlignField
      value={align}
      onChange={(next) => {
        const content = block.content.map((part) => {
          if (part.type !== 'paragraph') return part
          const { align: _align, ...rest } = part
          return next === 'left' ? rest : { ...rest, align: next }
        })
        store.change<TextBlock>(block, { content })
      }}
    />
  )
}

function ButtonSettings({ block }: { block: ButtonBlock }) {
  const { store } = useEditor()
  return (
    <>
      <LinkField
        key={block.id}
        label={t.designEditor.linkTo}
        value={block.href}
        error={block.href === '' ? t.designEditor.linkMissing : undefined}
        onChange={(href) => store.change<ButtonBlock>(block, { href }, 'href')}
      />
      <Row label={t.designEditor.style}>
        <Segmented
          label={t.designEditor.style}
          options={STYLES}
          value={block.style}
          onChange={(style) => store.change<ButtonBlock>(block, { style })}
        />
      </Row>
      <AlignField
        value={block.align ?? 'left'}
        onChange={(align) => store.change<ButtonBlock>(block, { align: align === 'left' ? undefined : align })}
      />
    </>
  )
}

function LogoSettings({ block }: { block: LogoBlock }) {
  const { store } = useEditor()
  return (
    <>
      <NumberField
        label={t.designEditor.imageWidth}
        value={block.width}
        min={16}
        max={800}
        placeholder={t.designEditor.auto}
        onChange={(width) => store.change<LogoBlock>(block, { width })}
      />
      <AlignField
        value={block.align ?? 'left'}
        onChange={(align) => store.change<LogoBlock>(block, { align: align === 'left' ? undefined : align })}
      />
      <OptionalLink key={block.id} block={block} />
      <p className="text-small text-muted">
        {t.designEditor.brandHints.logo} <BrandLink />
      </p>
    </>
  )
}

function OptionalLink({ block }: { block: LogoBlock }) {
  const { store } = useEditor()
  return (
    <LinkField
      label={t.designEditor.linkTo}
      value={block.href ?? ''}
      onChange={(href) => store.change<LogoBlock>(block, { href: href || undefined }, 'href')}
    />
  )
}
