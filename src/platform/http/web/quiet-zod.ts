import * as z from 'zod';

// Zod tries whether it may compile code; the content security policy says no, and every browser would log a violation.
z.config({ jitless: true });
