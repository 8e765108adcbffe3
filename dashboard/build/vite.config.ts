import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { buildFrame } from './build-frame.js'
import { compressFiles } from './compress-files.js'
import { keepBudget } from './keep-budget.js'

const DEVELOPMENT_PORT = 5173
// The development server answers the pages, and the running gateway everything else.
const gateway: ProxyOptions = { target: process.env['GATEWAY_URL'] || 'http://127.0.0.1:3000' }

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), tailwind(), keepBudget(), buildFrame(), compressFiles()],
  define: { BUILT_VERSION: JSON.stringify(version) },
  server: {
    port: DEVELOPMENT_PORT,
    strictPort: true,
    host: '127.0.0.1',
    // The page for messages is a program of its own, which the gateway serves as it was built.
    proxy: { '^/(?!dashboard(/|$)).+': gateway, '^/dashboard/(frame(\\?|$)|assets/frame-)': gateway },
  },
  build: {
    target: 'es2022',
    // The policy of the page allows no inline data for scripts and fonts, and no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A component of a library that no page uses is left out, although a call wraps it.
      treeshake: { manualPureFunctions: ['memo', 'forwardRef', 'createContext'] },
      // An icon weighs less than the request for it: those that several pages show come with the first one.
      output: { codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/, minShareCount: 2 }] } },
    },
    // `keepBudget` says which chunk may be how large.
    chunkSizeWarningLimit: 1_000,
    outDir: '../dist/dashboard',
    emptyOutDir: true,
  },
})
