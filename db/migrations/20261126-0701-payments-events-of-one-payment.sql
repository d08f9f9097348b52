-- Events of a provider by the payment that they are about: the film of an order reads them.
create index payment_inbox_subject on payment_inbox (tenant_id, (coalesce(payload ->> 'payment_intent', payload ->> 'id')));
