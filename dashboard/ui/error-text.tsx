/** The error of a whole form or action, announced when it appears; nothing without a text. */
export function ErrorText({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-bad">
      {text}
    </p>
  )
}
