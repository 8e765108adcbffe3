import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { buildFrame } from './build-frame.js'
import { compressFiles } from './compress-files.js'
import { addFontLicense } from './font-license.js'
import { keepBudget } from './keep-budget.js'

const DEVELOPMENT_PORT = 5173
// The development server answers the pages. The running gateway answers everything else.
const gateway: ProxyOptions = { target: process.env['GATEWAY_URL'] || 'http://127.0.0.1:3000', changeOrigin: true }

// The licences of the packages in the bundle, which ask to be shown with it.
const LICENSES = (version: string): string => `assets/licenses-${version}.md`

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), tailwind(), keepBudget(), buildFrame(), addFontLicense(LICENSES(version)), compressFiles()],
  define: { BUILT_VERSION: JSON.stringify(version) },
  server: {
    port: DEVELOPMENT_PORT,
    strictPort: true,
    host: '127.0.0.1',
    // The page for messages is a separate program. The gateway serves its built files.
    proxy: { '^/(?!dashboard(/|$)).+': gateway, '^/dashboard/(frame(\\?|$)|assets/frame-)': gateway },
  },
  build: {
    target: 'es2022',
    // The policy of the page allows neither inline data for scripts and fonts nor inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: LICENSES(version) },
    rolldownOptions: {
      // An unused component of a library is left out, although a call wraps it.
      treeshake: { manualPureFunctions: ['memo', 'forwardRef', 'createContext'] },
      output: {
        codeSplitting: {
          groups: [
            // An icon is smaller than the request for it: icons of several pages belong to one chunk.
            { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 2 },
            // The same holds for a picker of a few lines and the field that it is made from.
            {
              name: 'pickers',
              test: /shared\/\w+-picker|ui\/(use-)?combobox/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // The first page is one chunk instead of forty: its modules would be split by the pages that share them.
            // An index of a package names modules of other pages too. The first page does not load these.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
    },
    // `keepBudget` limits the sizes of the chunks.
    chunkSizeWarningLimit: 1_000,
    outDir: '../dist/dashboard',
    emptyOutDir: true,
  },
})
