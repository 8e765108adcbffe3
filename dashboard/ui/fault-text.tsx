/** What is wrong with a form or an act as a whole, read out when it appears; nothing where there is no text. */
export function FaultText({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-bad">
      {text}
    </p>
  )
}
