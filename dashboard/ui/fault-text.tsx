/** The fault of a whole form or act, announced when it appears; nothing without a text. */
export function FaultText({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-bad">
      {text}
    </p>
  )
}
