import { useState } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { BookmarkPlus, Save, Users } from 'lucide-react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { mayManage, useProject, useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { join } from '../../ui/join.js'
import { toast } from '../../ui/toast.js'
import { showError } from '../show-error.js'
import { lazyPart } from '../lazy-part.js'
import type { ListView } from './use-list-view.js'
import type { SaveViewProps } from './save-view-dialog.js'
import { ViewMenu } from './view-menu.js'
import { searchText, type ListSearch } from './view-search.js'
import { keepView, type View } from './views-query.js'

const SaveViewDialog = lazyPart<SaveViewProps, 'SaveViewDialog'>(
  () => import('./save-view-dialog.js'),
  'SaveViewDialog',
)

const CHIP = 'inline-flex h-7 max-w-60 items-center gap-1.5 rounded-control border bg-surface px-2'

interface ViewBarProps<Search extends ListSearch> {
  of: ListView<Search>
  /** The columns of the list as they are now, and whether they differ from those of the chosen view. */
  columns?: { shown: readonly string[]; isChanged: boolean }
}

/** The saved views of a list, and what is done with the filters as they are: saved, or put into the chosen view. */
export function ViewBar<Search extends ListSearch>({ of, columns }: ViewBarProps<Search>) {
  const { views, chosen, choose, isFiltered } = of
  const project = useProject()
  const [isSaving, setSaving] = useState(false)
  const isChanged = of.isChanged || (chosen !== null && columns?.isChanged === true)
  const mayChange = chosen !== null && (chosen.isOwn || (chosen.isShared && mayManage(project)))
  const content = { search: searchText(of.search), columns: columns ? [...columns.shown] : null }
  if (views.length === 0 && !isFiltered) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {views.length > 0 && <ViewLinks of={of} />}
      {mayChange && <ViewMenu view={chosen} onGone={() => choose(null)} />}
      {mayChange && isChanged && <UpdateButton view={chosen} content={content} onUpdated={choose} />}
      {((isFiltered && !chosen) || isChanged) && (
        <Button icon={BookmarkPlus} onClick={() => setSaving(true)}>
          {chosen ? t.views.saveNew : t.views.save}
        </Button>
      )}
      {isSaving && (
        <SaveViewDialog
          list={of.list}
          content={content}
          onClose={() => setSaving(false)}
          onSaved={(view) => {
            setSaving(false)
            choose(view)
          }}
        />
      )}
    </div>
  )
}

function ViewLinks<Search extends ListSearch>({ of }: { of: ListView<Search> }) {
  const { views, chosen, choose, isFiltered } = of
  return (
    <nav aria-label={t.views.label} className="flex min-w-0 flex-wrap gap-2">
      <Link
        to="."
        search={{} as LinkProps['search']}
        replace
        onClick={() => choose(null)}
        {...chip(!chosen && !isFiltered)}
      >
        {t.views.all}
      </Link>
      {views.map(({ view, search }) => (
        <Link
          key={view.id}
          to="."
          search={search as LinkProps['search']}
          replace
          onClick={() => choose(view)}
          {...chip(view.id === chosen?.id)}
        >
          <span className="truncate">{view.name}</span>
          {view.isShared && <Users aria-label={t.views.shared} size={14} className="shrink-0" />}
        </Link>
      ))}
    </nav>
  )
}

interface UpdateButtonProps {
  view: View
  content: SaveViewProps['content']
  onUpdated: (view: View) => void
}

function UpdateButton({ view, content, onUpdated }: UpdateButtonProps) {
  const projectId = useProjectId()
  const update = async (): Promise<void> => {
    try {
      keepView(projectId, await call('PATCH /views/:id', { projectId, params: { id: view.id }, body: content }))
      onUpdated(view)
      toast(t.views.updated(view.name ?? ''))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Button icon={Save} onClick={() => void update()}>
      {t.views.update}
    </Button>
  )
}

function chip(isCurrent: boolean) {
  return {
    className: join(CHIP, isCurrent ? 'border-accent font-medium' : 'border-line text-muted hover:text-ink'),
    'aria-current': isCurrent ? ('page' as const) : undefined,
    // An address with more in it is that of another view.
    activeOptions: { exact: true, includeSearch: true },
  }
}
