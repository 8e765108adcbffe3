import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import './app.css'
import { queryClient } from './api/query.js'
import { router } from './router.js'
import { reloadWhenNewer } from './shell/reload-when-newer.js'
import { applyTheme } from './session/theme.js'

applyTheme()
reloadWhenNewer(router)
// The scroll lock of dialogs inserts a style element. The policy of the page allows it only with its nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.nonce ?? '')

const place = document.querySelector('#root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
