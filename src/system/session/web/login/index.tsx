import { createRoot } from 'react-dom/client';
import { LoginPage, type LoginPageProps } from './login-page.tsx';

/**
 * The login page is a small program of its own: React and this folder, no router, no query cache, no component kit
 * (ux-guide 14: 120 KB). It answers when the user is in, having removed itself from the page.
 */
export function showLogin(element: HTMLElement, props: Omit<LoginPageProps, 'onEntered'>): Promise<void> {
  return new Promise((resolve) => {
    const root = createRoot(element);
    root.render(
      <LoginPage
        {...props}
        onEntered={() => {
          root.unmount();
          resolve();
        }}
      />,
    );
  });
}
