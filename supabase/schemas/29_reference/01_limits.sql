insert into private.limits (action, standing, max_count, period, sentence) values
  ('comment', 'member', 40, '1 hour', 'You have commented a lot.'),
  ('comment', 'newcomer', 20, '1 hour', 'You have commented a lot.'),
  ('comment', 'regular', 60, '1 hour', 'You have commented a lot.'),
  ('edit', 'member', 40, '1 hour', 'You have edited a lot.'),
  ('edit', 'newcomer', 20, '1 hour', 'You have edited a lot.'),
  ('edit', 'regular', 60, '1 hour', 'You have edited a lot.'),
  ('image', 'member', 30, '1 hour', 'You have added a lot of images.'),
  ('image', 'newcomer', 20, '1 hour', 'You have added a lot of images.'),
  ('image', 'regular', 40, '1 hour', 'You have added a lot of images.'),
  ('invite', 'any', 40, '1 hour', 'You have invited a lot of people.'),
  ('post', 'member', 8, '1 hour', 'You have posted a lot.'),
  ('post', 'newcomer', 5, '1 hour', 'You have posted a lot.'),
  ('post', 'regular', 10, '1 hour', 'You have posted a lot.'),
  ('report', 'any', 20, '1 hour', 'You have reported a lot.'),
  ('vote', 'any', 120, '1 minutes', 'You have voted a lot.');

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
