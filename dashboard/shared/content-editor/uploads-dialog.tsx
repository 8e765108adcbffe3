import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { call } from '../../api/client.js'
import type { UploadedImage } from '../../api/operations.js'
import { formatBytes } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { Failure } from '../failure.js'
import { Moment } from '../moment.js'
import { DeleteUpload } from './delete-upload.js'

const PAGE = 24

/** The callbacks for a chosen image and for none. */
export interface UploadsDialogProps {
  onClose: () => void
  onChoose: (image: UploadedImage) => void
}

/** The images of the project that were uploaded before, to choose or delete one. */
export function UploadsDialog({ onClose, onChoose }: UploadsDialogProps) {
  const [doomed, setDoomed] = useState<UploadedImage | null>(null)
  if (doomed) return <DeleteUpload image={doomed} onClose={() => setDoomed(null)} />
  return (
    <Dialog isOpen onClose={onClose} title={t.content.uploads} text={t.content.uploadsText} at="drawer">
      <Uploads
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
  onDelete: (image: UploadedImage) => void
}

function Uploads({ onChoose, onDelete }: UploadsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUploads()
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />
  const images = data.pages.flat()
  if (images.length === 0) {
    return <EmptyState icon={Image} title={t.content.noUploads} text={t.content.noUploadsText} />
  }
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 wide:grid-cols-3">
        {images.map((image) => (
          <li key={image.id} className="flex flex-col gap-1">
            <Upload image={image} onChoose={onChoose} />
            <Button onClick={() => onDelete(image)}>{t.content.deleteUpload}</Button>
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
  const { url, size, createdAt } = image
  return (
    <button
      type="button"
      onClick={() => onChoose(image)}
      className="flex w-full flex-col gap-1 rounded-panel border border-edge p-2 text-left hover:bg-raised"
    >
      {/* The page loads images of its own origin alone, under any name of the installation. */}
      <img src={new URL(url).pathname} alt="" loading="lazy" className="h-28 w-full object-contain" />
      <span>{formatBytes(size)}</span>
      <span className="text-small text-muted">
        <Moment at={createdAt} />
      </span>
    </button>
  )
}

function useUploads() {
  const projectId = useProjectId()
  return useInfiniteQuery({
    queryKey: [projectId, 'GET /uploads', 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) }
      return call('GET /uploads', { projectId, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.id ?? null)),
  })
}
