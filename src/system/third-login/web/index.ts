export { ProviderButtons } from './provider-buttons.tsx';
export { ChatLoginPage, ThirdLoginPage } from './third-login-page.tsx';
