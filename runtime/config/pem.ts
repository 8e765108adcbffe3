import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Setting: certificates, as PEM or the name of a file that holds them. */
export const certificate = pem('certificate', (text) => new X509Certificate(text))

/** Setting: a private key without a passphrase, as PEM or the name of a file that holds it. */
export const privateKey = pem('private key', (text) => createPrivateKey(text))

function pem(kind: string, check: (text: string) => unknown) {
  return z.string().transform((value, context): string => {
    const refuse = (message: string): never => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const text = value.includes('-----BEGIN') ? unfold(value) : contentOf(value)
    if (text === null) return refuse('is neither PEM nor the name of a file that can be read')
    try {
      check(text)
      return text
    } catch {
      return refuse(`holds no ${kind} that can be used: it must be PEM, and a key must have no passphrase`)
    }
  })
}

// A file of environment variables holds each variable in one line, so the line ends of a PEM are written as \n there.
function unfold(text: string): string {
  return text.replaceAll(String.raw`\n`, '\n')
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
