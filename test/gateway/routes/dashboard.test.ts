import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { makeDataDir } from '../../support/data-dir.js'
import { testConfig } from '../../support/config.js'
import { serveGateway, type ServedGateway } from '../../support/serve-gateway.js'

const SCRIPT = 'script '.repeat(400)
const PAGE = '<meta name="nonce" nonce="NONCE_OF_THE_PAGE"><script src="/dashboard/assets/main-1.js"></script>'
const FRAME = '<script src="/dashboard/assets/frame-1.js" defer></script>'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the dashboard', () => {
  const folder = makeDataDir('posthorn-dashboard-')
  let gateway: ServedGateway
  let bare: ServedGateway
  before(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'frame.html'), FRAME)
    writeFileSync(join(folder, 'secret.js'), 'beside the assets')
    writeFileSync(join(folder, 'assets', 'frame-1.js'), 'script of the frame')
    writeFileSync(join(folder, 'assets', 'text-1.woff2'), 'font')
    for (const [suffix, bytes] of [
      ['', Buffer.from(SCRIPT)],
      ['.br', brotliCompressSync(SCRIPT)],
      ['.gz', gzipSync(SCRIPT)],
    ] as const) {
      writeFileSync(join(folder, 'assets', `main-1.js${suffix}`), bytes)
    }
    gateway = await serveGateway(testConfig({ DASHBOARD_FOLDER: folder }))
    bare = await serveGateway(testConfig({ DASHBOARD_FOLDER: join(folder, 'none') }))
  })
  after(async () => {
    await gateway?.close()
    await bare?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const get = (path: string, headers: Record<string, string> = {}, of = gateway) =>
    fetch(of.origin + path, { headers, redirect: 'manual' })

  for (const path of ['/dashboard', '/dashboard/', '/dashboard/p/1/emails', '/dashboard/sign-in?next=/x']) {
    it(`answers ${path} with the page, under a nonce of its own in page and policy`, async () => {
      const [one, other] = await Promise.all([get(path), get(path)])
      expect(one.status).to.equal(200)
      expect(one.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      expect(one.headers.get('cache-control')).to.equal('no-store')
      const [first, second] = await Promise.all([one.text(), other.text()])
      expect(first).to.not.equal(second)
      const nonce = /nonce="(\S{20,})"/.exec(first)?.[1]
      expect(one.headers.get('content-security-policy')).to.equal(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
          `font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; ` +
          `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ProseMirrorClipboard`,
      )
    })
  }

  it('sends a file to be cached permanently, compressed as the browser accepts it', async () => {
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
      ['identity', 'identity', (bytes: Buffer) => bytes],
    ] as const) {
      const { headers, body } = await load(`${gateway.origin}/dashboard/assets/main-1.js`, accepted)
      expect(headers, accepted).to.include({
        'content-encoding': encoding,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(headers['vary']).to.include('Accept-Encoding')
      expect(open(body).toString(), accepted).to.equal(SCRIPT)
    }
  })

  it('sends a font as it is: its format is compressed', async () => {
    const { headers, body } = await load(`${gateway.origin}/dashboard/assets/text-1.woff2`, 'gzip, br')
    expect(headers).to.include({ 'content-type': 'font/woff2', 'content-encoding': 'identity' })
    expect(body.toString()).to.equal('font')
  })

  it('answers 404 for an unknown file, and never with the page', async () => {
    for (const name of ['main-0.js', 'main-1.js.br', 'a/b.js', '..%2fsecret.js', '..%2findex.html']) {
      const answer = await get(`/dashboard/assets/${name}`)
      expect(answer.status, name).to.equal(404)
      expect(await answer.text(), name)
        .to.not.include('nonce=')
        .and.not.include('beside the assets')
    }
  })

  for (const [path, images] of [
    ['/dashboard/frame', ''],
    ['/dashboard/frame?images=remote', ' https:'],
    ['/dashboard/frame?images=all', ''],
  ] as const) {
    it(`answers ${path} with the frame for messages, which may load nothing${images && ' but images'}`, async () => {
      const answer = await get(path)
      expect(answer.status).to.equal(200)
      expect(await answer.text()).to.equal(FRAME)
      const { origin } = new URL(gateway.services.config.GATEWAY_URL)
      expect(answer.headers.get('content-security-policy')).to.equal(
        `default-src 'none'; script-src 'self' ${origin}/dashboard/assets/; style-src 'unsafe-inline'; ` +
          `img-src data: ${origin}/uploads/${images}; base-uri 'none'; form-action 'none'; ` +
          `frame-ancestors 'self'; sandbox allow-scripts`,
      )
      expect(answer.headers.get('x-frame-options')).to.equal('SAMEORIGIN')
      // An opaque origin cannot have an agent cluster of its own, which browsers would report.
      expect(answer.headers.get('origin-agent-cluster')).to.equal('?0')
      expect(answer.headers.get('cache-control')).to.equal('no-store')
    })
  }

  it('lets the frame for messages load its script without an origin, and no other page any file', async () => {
    const policyOf = async (name: string) =>
      (await get(`/dashboard/assets/${name}`)).headers.get('cross-origin-resource-policy')
    expect(await policyOf('frame-1.js')).to.equal('cross-origin')
    expect(await policyOf('main-1.js')).to.equal('same-origin')
  })

  it('redirects a browser there from /, and tells a program that there is nothing', async () => {
    const led = await get('/', BROWSER)
    expect([led.status, led.headers.get('location')]).to.deep.equal([302, '/dashboard'])
    expect((await get('/', { accept: 'application/json' })).status).to.equal(404)
  })

  it('explains on a page that the gateway was started without it', async () => {
    const answer = await get('/dashboard/emails', BROWSER, bare)
    expect(answer.status).to.equal(404)
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(await answer.text())
      .to.include('No dashboard installed')
      .and.to.include('npm run build')
    for (const path of ['/dashboard/assets/main-1.js', '/dashboard/frame']) {
      expect((await get(path, {}, bare)).status, path).to.equal(404)
    }
  })
})

/** The bytes of an answer as they were sent, which `fetch` would decompress. */
function load(url: string, accepted: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': accepted } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => resolve({ headers: res.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}
