// For pages behind the login: the way to a provider, from which the browser comes back as from the login page.
export { goToProvider, listProviders } from '../third-login-calls.ts';
