import { useState } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Image, Pencil, SearchX, Trash2 } from 'lucide-react'
import { call } from '../../api/client.js'
import type { UploadedImage } from '../../api/operations.js'
import { formatBytes } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Button, IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { join } from '../../ui/join.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { Failure } from '../failure.js'
import { Moment } from '../moment.js'
import { SearchField } from '../search-field.js'
import { DeleteUpload } from './delete-upload.js'
import { DescribeUpload } from './describe-upload.js'

const PAGE = 24

/** The callbacks for a chosen image and for none. */
export interface UploadsDialogProps {
  onClose: () => void
  onChoose: (image: UploadedImage) => void
}

/** The images of the project that were uploaded before, to find, choose, describe or delete one. */
export function UploadsDialog({ onClose, onChoose }: UploadsDialogProps) {
  const [search, setSearch] = useState('')
  const [doomed, setDoomed] = useState<UploadedImage | null>(null)
  const [described, setDescribed] = useState<UploadedImage | null>(null)
  if (doomed) return <DeleteUpload image={doomed} onClose={() => setDoomed(null)} />
  if (described) return <DescribeUpload image={described} onClose={() => setDescribed(null)} />
  return (
    <Dialog isOpen onClose={onClose} title={t.content.uploads} text={t.content.uploadsText} at="drawer">
      <Uploads
        search={search}
        onSearch={setSearch}
        onDescribe={setDescribed}
        onDelete={setDoomed}
        onChoose={(image) => {
          onClose()
          onChoose(image)
        }}
      />
    </Dialog>
  )
}

interface UploadsProps extends Pick<UploadsDialogProps, 'onChoose'> {
  search: string
  onSearch: (search: string) => void
  onDescribe: (image: UploadedImage) => void
  onDelete: (image: UploadedImage) => void
}

function Uploads({ search, onSearch, onChoose, onDescribe, onDelete }: UploadsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUploads(search)
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />
  const images = data.pages.flat()
  if (images.length === 0 && search === '') {
    return <EmptyState icon={Image} title={t.content.noUploads} text={t.content.noUploadsText} />
  }
  return (
    <>
      <div role="search" className="mb-3 flex">
        <SearchField label={t.content.searchUploads} value={search} onChange={onSearch} />
      </div>
      {images.length === 0 && (
        <EmptyState icon={SearchX} title={t.content.noUploadFound} text={t.content.noUploadFoundText} />
      )}
      <ul className="grid grid-cols-2 gap-3 wide:grid-cols-3">
        {images.map((image) => (
          <li key={image.id} className="flex flex-col gap-1">
            <Upload image={image} onChoose={onChoose} />
            <div className="flex justify-end gap-1">
              <IconButton icon={Pencil} label={t.content.editAlt} onClick={() => onDescribe(image)} />
              <IconButton icon={Trash2} label={t.content.deleteUpload} onClick={() => onDelete(image)} />
            </div>
          </li>
        ))}
      </ul>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.common.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Upload({ image, onChoose }: { image: UploadedImage; onChoose: (image: UploadedImage) => void }) {
  const { url, size, alt, createdAt } = image
  return (
    <button
      type="button"
      onClick={() => onChoose(image)}
      className="flex w-full flex-1 flex-col gap-1 rounded-panel border border-edge p-2 text-left hover:bg-raised"
    >
      {/* The page loads images of its own origin alone, under any name of the installation. */}
      <img src={new URL(url).pathname} alt="" loading="lazy" className="h-28 w-full object-contain" />
      <span className={join('line-clamp-2 break-words', alt === null && 'text-muted')}>{alt ?? t.content.noAlt}</span>
      <span className="text-small text-muted">
        {formatBytes(size)} · <Moment at={createdAt} />
      </span>
    </button>
  )
}

function useUploads(search: string) {
  const projectId = useProjectId()
  return useInfiniteQuery({
    queryKey: [projectId, 'GET /uploads', 'pages', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam }) => {
      const query = {
        limit: PAGE,
        ...(search === '' ? {} : { search }),
        ...(pageParam === null ? {} : { before: pageParam }),
      }
      return call('GET /uploads', { projectId, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.id ?? null)),
  })
}
