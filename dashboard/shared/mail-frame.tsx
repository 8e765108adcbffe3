import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MarkedElement } from '../frame/marked-element.js'
import type { FrameOrder, ShowOrder } from '../frame/read-order.js'
import type { FrameReport } from '../frame/shown-message.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { join } from '../ui/join.js'
import { MailLinks } from './mail-links.js'

/** The width of the recipient's window in pixels. */
export type MailWidth = '375' | '600' | 'full'

interface MailFrameProps {
  html: string
  /** The content of the frame, for screen readers. */
  title: string
  width?: MailWidth
  /** The colours that the recipient prefers. */
  scheme?: 'light' | 'dark'
  /** Its height, as a class; by default a share of the window. */
  height?: string
  /** The element of the source that is marked in the message; null for none, and left out where none ever is. */
  marked?: MarkedElement | null | undefined
}

type Shown = Extract<FrameReport, { type: 'shown' }>

/**
 * A message as its recipient sees it, in a frame that runs nothing and loads nothing from elsewhere. Remote images are
 * loaded on request; links are listed below with their addresses, and lead nowhere.
 */
export function MailFrame(props: MailFrameProps) {
  const { html, title, width = 'full', scheme = 'light', height = 'h-[60vh]', marked } = props
  const [takesRemoteImages, setTakes] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const isMarkable = marked !== undefined
  const frame = useOrders({ type: 'show', html, title, scheme, takesRemoteImages, isMarkable }, marked, setShown)
  const isMissing = !takesRemoteImages && shown !== null && shown.remoteImages > 0
  return (
    <div className={join('flex min-w-0 flex-col', height)}>
      {isMissing && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-small text-muted">
          <span className="min-w-0 flex-1 basis-48">
            {t.mail.remote(shown.remoteImages, formatNumber(shown.remoteImages))}
          </span>
          <Button onClick={() => setTakes(true)}>{t.mail.loadRemote}</Button>
        </div>
      )}
      <iframe
        // Its policy is that of the address, so that another one needs another frame.
        key={String(takesRemoteImages)}
        ref={frame}
        title={title}
        sandbox="allow-scripts"
        src={takesRemoteImages ? '/dashboard/frame?images=remote' : '/dashboard/frame'}
        className="mx-auto min-h-0 w-full flex-1 border-0"
        style={{ colorScheme: scheme, maxWidth: width === 'full' ? undefined : `${width}px` }}
      />
      {shown !== null && shown.links.length > 0 && <MailLinks links={shown.links} />}
    </div>
  )
}

/** Sends the frame its message and its marks when these change or the frame is new, and receives its reports. */
function useOrders(order: ShowOrder, marked: MarkedElement | null | undefined, onShown: (shown: Shown) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const post = (message: FrameOrder): void => {
    // The frame has an opaque origin, so no target origin can be named. The frame cannot navigate: no other page can
    // receive this.
    frame.current?.contentWindow?.postMessage(message, '*')
  }
  const send = useEffectEvent(() => post(order))
  const sendMark = useEffectEvent(() => post({ type: 'mark', element: marked ?? null }))
  const receive = useEffectEvent(({ source, data }: MessageEvent<FrameReport>) => {
    if (source === null || source !== frame.current?.contentWindow) return
    if (data.type === 'shown') onShown(data)
    else {
      send()
      sendMark()
    }
  })
  useEffect(() => {
    const listen = (event: MessageEvent<FrameReport>): void => receive(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  const { html, title, scheme, takesRemoteImages } = order
  useEffect(() => send(), [html, title, scheme, takesRemoteImages])
  useEffect(() => sendMark(), [marked])
  return frame
}
