import { createRoot } from 'react-dom/client';
import { type OpenPagesProps, OpenPagesView } from './open-pages.tsx';

/**
 * The pages before the login are a small program of their own: React and this folder, no router, no query cache, no
 * component kit (ux-guide 14: 120 KB). It answers when the user is in, having removed itself from the page.
 */
export function showLogin(element: HTMLElement, props: Omit<OpenPagesProps, 'onEntered'>): Promise<void> {
  return new Promise((resolve) => {
    const root = createRoot(element);
    root.render(
      <OpenPagesView
        {...props}
        onEntered={() => {
          root.unmount();
          resolve();
        }}
      />,
    );
  });
}
