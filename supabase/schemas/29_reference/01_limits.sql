insert into private.limits (action, standing, max_count, period, sentence) values
  ('comment', 'member', 40, '1 hour', 'You''re commenting too quickly.'),
  ('comment', 'newcomer', 20, '1 hour', 'You''re commenting too quickly.'),
  ('comment', 'regular', 60, '1 hour', 'You''re commenting too quickly.'),
  ('edit', 'member', 40, '1 hour', 'You''re editing too quickly.'),
  ('edit', 'newcomer', 20, '1 hour', 'You''re editing too quickly.'),
  ('edit', 'regular', 60, '1 hour', 'You''re editing too quickly.'),
  ('image', 'member', 30, '1 hour', 'You''re adding images too quickly.'),
  ('image', 'newcomer', 20, '1 hour', 'You''re adding images too quickly.'),
  ('image', 'regular', 40, '1 hour', 'You''re adding images too quickly.'),
  ('invite', 'any', 40, '1 hour', 'You''re inviting people too quickly.'),
  ('post', 'member', 8, '1 hour', 'You''re posting too quickly.'),
  ('post', 'newcomer', 5, '1 hour', 'You''re posting too quickly.'),
  ('post', 'regular', 10, '1 hour', 'You''re posting too quickly.'),
  ('report', 'any', 20, '1 hour', 'You''re reporting too quickly.'),
  ('vote', 'any', 120, '1 minutes', 'You''re voting too quickly.');

insert into private.budgets (standing, stored_bytes, loose_bytes) values
  ('newcomer', 104857600, 47185920),
  ('member', 262144000, 47185920),
  ('regular', 1073741824, 47185920);

insert into private.attempt_limits (kind, scope, max_count, period) values
  ('captcha', 'address', 30, '10 minutes'),
  ('code', 'account and address', 10, '15 minutes'),
  ('confirm-resend', 'account and address', 3, '10 minutes'),
  ('confirm-resend', 'address', 30, '10 minutes'),
  ('enter-code', 'account and address', 8, '10 minutes'),
  ('enter-code', 'address', 30, '10 minutes'),
  ('follow', 'account and address', 5, '10 minutes'),
  ('follow', 'address', 10, '1 hour'),
  ('follow', 'site', 60, '1 hour'),
  ('own-sign-in', 'address', 120, '10 minutes'),
  ('recover', 'account and address', 3, '10 minutes'),
  ('recover', 'address', 30, '10 minutes'),
  ('send-code', 'account and address', 5, '10 minutes'),
  ('send-code', 'address', 30, '10 minutes'),
  ('sign-in', 'account and address', 8, '5 minutes'),
  ('sign-in', 'address', 60, '5 minutes'),
  ('sign-up', 'account and address', 5, '10 minutes'),
  ('sign-up', 'address', 30, '10 minutes');

insert into private.api_limits (caller, max_count, period) values
  ('key', 600, '1 minute'),
  ('network', 120, '1 minute');

-- Secrets of this database: the salt for hashed addresses, and the key that signs links in emails.
insert into private.salt default values;
insert into private.mail_key (value) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

insert into private.notice_rules default values;
insert into private.moderation default values;
insert into public.site_settings default values;
insert into public.state_texts (state) select unnest(enum_range(null::public.post_state));
