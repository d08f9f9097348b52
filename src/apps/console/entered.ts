let byLogin = false;

/** Somebody has just logged in on this page. */
export function noteLogin(): void {
  byLogin = true;
}

/** The keys stood in the login form, which is gone now; after a plain load the browser has its own start. */
export function cameByLogin(): boolean {
  return byLogin;
}
