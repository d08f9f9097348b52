import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { queryClient } from '#platform/http/web/query-client.ts';
import { UiHosts } from '#ui/hosts.tsx';

let shown: { root: Root; place: HTMLElement } | undefined;

/** Draws a piece of screen as the shell does, at an address of its own; answers how to read that address. */
export function show(piece: ReactNode, address = '/'): { address: () => string } {
  takeAway();
  const router = createMemoryRouter([{ path: '*', element: piece }], { initialEntries: [address] });
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  shown = { root, place };
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <RouterProvider router={router} />
          <UiHosts />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}

/** As when the page is left. */
export function takeAway(): void {
  shown?.root.unmount();
  shown?.place.remove();
  shown = undefined;
}
