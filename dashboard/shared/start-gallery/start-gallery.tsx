import { useId, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Code, FilePlus2, LayoutTemplate, type LucideIcon } from 'lucide-react'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProject } from '../../session/project.js'
import { Skeleton } from '../../ui/skeleton.js'
import { StaticMail } from '../design-view/static-mail.js'
import { StarterLanguage } from './starter-language.js'
import type { Start } from './start.js'
import type { Starters } from './use-starters.js'

const TEMPLATES = 12

interface StartGalleryProps {
  value: Start
  onChange: (start: Start) => void
  starters: Starters
}

/** What a new message can begin with: designs in the brand of the project, its templates, nothing, or HTML. */
export function StartGallery({ value, onChange, starters: { list, language, setLanguage } }: StartGalleryProps) {
  const { id: projectId } = useProject()
  const name = useId()
  const query = { pageSize: TEMPLATES, sort: 'updatedAt', dir: 'desc' } as const
  const templates = useQuery(read('GET /templates', { projectId, query })).data?.data ?? []
  const card = (start: Start, title: string, text: string, picture: ReactNode, lang?: string) => (
    <Card
      key={`${start.kind} ${'id' in start ? start.id : ''}`}
      name={name}
      title={title}
      text={text}
      lang={lang}
      isChosen={start.kind === value.kind && ('id' in start ? start.id : '') === ('id' in value ? value.id : '')}
      onChoose={() => onChange(start)}
    >
      {picture}
    </Card>
  )
  return (
    <div className="flex flex-col gap-5">
      <Group label={t.gallery.starters} actions={<StarterLanguage value={language} onChange={setLanguage} isInline />}>
        {card({ kind: 'blank' }, t.gallery.blank, t.gallery.blankText, <Symbol icon={FilePlus2} />)}
        {list?.map(({ id, name: title, description, design, language: lang }) =>
          card({ kind: 'starter', id }, title, description, <Miniature design={design as EmailDesign} />, lang),
        ) ?? [1, 2, 3].map((at) => <Skeleton key={at} className="h-60 w-full" />)}
        {card({ kind: 'html' }, t.gallery.html, t.gallery.htmlText, <Symbol icon={Code} />)}
      </Group>
      {templates.length > 0 && (
        <Group label={t.gallery.templates}>
          {templates.map(({ id, name: title, subject }) =>
            card({ kind: 'template', id }, title, subject, <Symbol icon={LayoutTemplate} />),
          )}
        </Group>
      )}
    </div>
  )
}

function Group({ label, actions, children }: { label: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <span id={id} className="font-semibold">
          {label}
        </span>
        {actions}
      </div>
      <div className="grid grid-cols-2 gap-3 wide:grid-cols-3">{children}</div>
    </div>
  )
}

interface CardProps {
  name: string
  title: string
  text: string
  /** The language of the texts, where it is not that of the dashboard. */
  lang: string | undefined
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Card({ name, title, text, lang, isChosen, onChoose, children }: CardProps) {
  return (
    <label
      lang={lang}
      className="flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface hover:border-control has-checked:border-accent has-checked:outline-1 has-checked:outline-accent has-focus-visible:outline-2"
    >
      {children}
      <span className="flex items-start gap-2 p-3">
        <input
          type="radio"
          name={name}
          checked={isChosen}
          onChange={onChoose}
          aria-label={title}
          className="m-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span className="block truncate font-medium">{title}</span>
          <span className="line-clamp-2 text-small text-muted">{text}</span>
        </span>
      </span>
    </label>
  )
}

function Symbol({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex h-40 items-center justify-center border-b border-line bg-canvas text-muted">
      <Icon aria-hidden size={24} />
    </span>
  )
}

const SCALE = 0.34

/** A small picture of a design in the brand of the project. */
function Miniature({ design }: { design: EmailDesign }) {
  const { name, brand } = useProject()
  return (
    <span inert aria-hidden className="relative block h-40 overflow-hidden border-b border-line bg-canvas">
      <span
        className="absolute top-2 left-1/2 block origin-top"
        style={{ transform: `translateX(-50%) scale(${SCALE})` }}
      >
        <StaticMail design={design} brand={brand} projectName={name} />
      </span>
    </span>
  )
}
